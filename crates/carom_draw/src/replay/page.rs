//! The page of a replay: the player's files, put into one, and the recorded bytes.

use std::fmt::Write;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The modules of the player, each after those that it imports.
const MODULES: [&str; 8] = [
    include_str!("js/decode.js"),
    include_str!("js/palette.js"),
    include_str!("js/gl_view.js"),
    include_str!("js/canvas_view.js"),
    include_str!("js/world_view.js"),
    include_str!("js/overlay.js"),
    include_str!("js/plots.js"),
    include_str!("js/player.js"),
];

/// The page with these parts of the recording, in base64.
pub(crate) fn page(title: &str, about: &str, parts: &[String]) -> String {
    let mut data = String::new();
    for part in parts {
        // Writing to a string does not fail.
        let _ = writeln!(data, "<script type=\"text/plain\" class=\"part\">{}</script>", part);
    }
    let script: String = MODULES.into_iter().map(plain).collect();
    let title = if title.is_empty() { "A replay" } else { title };
    let marks = [
        ("{{title}}", escaped(title)),
        ("{{about}}", escaped(about)),
        ("{{style}}", STYLE.to_owned()),
        ("{{data}}", data),
        ("{{script}}", script),
    ];
    // Marks are filled in the order of the page, so that one in a title stays as it is.
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find("{{") {
        let Some((mark, text)) = marks.iter().find(|(mark, _)| rest[at..].starts_with(mark)) else { break };
        page.push_str(&rest[..at]);
        page.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    page.push_str(rest);
    page
}

/// A module as a part of one script: without its imports, and with what it exports as its own.
fn plain(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.fold(String::new(), |text, line| text + line.strip_prefix("export ").unwrap_or(line) + "\n")
}

/// Text as HTML writes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_whole_and_alone() {
        let page = page("a < b {{script}}", "\"quoted\"", &["AQID".to_owned()]);
        assert!(page.contains("<title>a &lt; b {{script}}") && page.contains("&quot;quoted&quot;"));
        assert!(page.contains(">AQID</script>") && !page.contains("{{data}}"));
        // Nothing is fetched.
        for word in ["http://", "https://", "import ", "\nexport ", "src=", "@import"] {
            let rest = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!rest.contains(word), "{word}");
        }
        assert_eq!(page.matches("</script>").count(), 2);
    }
}
