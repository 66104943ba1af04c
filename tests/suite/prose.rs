//! The documents have short sentences on short lines: words and columns are counted. Their links lead somewhere, the
//! book has all of them, and their code is compiled.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The documents that most people read first, and the greatest average number of words in their sentences.
const MEASURED: [&str; 6] =
    ["README.md", "ARCHITECTURE.md", "docs/STEP.md", "docs/CCD.md", "docs/DETERMINISM.md", "docs/EMBEDDING.md"];
const MOST_WORDS: f64 = 18.0;

/// Greatest number of columns of a line that is not a row of a table.
const MOST_COLUMNS: usize = 120;

/// All Markdown files, sorted, without build outputs, hidden folders and files outside of the repository.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "shared", "node_modules"].contains(&name.as_str()) {
            found.extend(documents(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Lines outside of code blocks, with their numbers.
fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// A line without the targets of its links: `[text](target)` becomes `text`.
fn without_targets(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("](") {
        kept.push_str(before);
        rest = after.split_once(')').map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept.replace(['[', ']'], "")
}

/// The content of a line that begins an item of a list.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.strip_prefix("- ").or_else(|| if number.len() < line.len() { number.strip_prefix(". ") } else { None })
}

/// The sentences of a document, without code, tables, headings and HTML. A paragraph or an item of a list ends one.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let mut paragraphs = vec![String::new()];
    for (_, line) in outside_code(text) {
        let line = line.trim();
        let ends = line.is_empty() || ["|", "#", "<", "---", "!["].iter().any(|mark| line.starts_with(mark));
        let begins = item(line);
        if ends || begins.is_some() {
            paragraphs.push(String::new());
        }
        if let Some(paragraph) = paragraphs.last_mut().filter(|_| !ends) {
            paragraph.push_str(&without_targets(begins.unwrap_or(line)));
            paragraph.push(' ');
        }
    }
    let mut found = Vec::new();
    for paragraph in paragraphs {
        let mut words = Vec::new();
        for word in paragraph.split_whitespace() {
            // Quotes of code, dashes and the like are words only if they have a letter or a digit.
            if word.chars().any(char::is_alphanumeric) {
                words.push(word.to_owned());
            }
            let bare = word.trim_end_matches(['*', '_', ')', '"', '`']);
            if bare.ends_with(['.', '!', '?']) && !words.is_empty() {
                found.push(std::mem::take(&mut words));
            }
        }
        if !words.is_empty() {
            found.push(words);
        }
    }
    found
}

#[test]
fn sentences_are_counted_as_people_do() {
    let text = "# A heading\n\nOne two three. Four `5.0` five!\n\n| a | b |\n|---|---|\n\n\
                - six [seven](docs/A.md)\n  eight\n\
                - nine\n\n```rust\nlet no = 1;\n```\n\n1. ten\n";
    let counts: Vec<_> = sentences(text).iter().map(Vec::len).collect();
    assert_eq!(counts, [3, 3, 3, 1, 1]);
}

#[test]
fn sentences_are_short() {
    let mut wrong = Vec::new();
    for name in MEASURED {
        let text = fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
        let sentences = sentences(&text);
        let words: usize = sentences.iter().map(Vec::len).sum();
        let mean = words as f64 / sentences.len().max(1) as f64;
        println!("{name}: {words} words, {} sentences, {mean:.1} words each", sentences.len());
        if mean > MOST_WORDS {
            let longest = sentences.iter().max_by_key(|words| words.len()).map(|words| words.join(" "));
            wrong.push(format!("{name}: {mean:.1} words a sentence; the longest: {}", longest.unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_of_documents_are_short() {
    let mut wrong = Vec::new();
    for path in documents(Path::new(ROOT)) {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = 0;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('|')) {
            lines += 1;
            if line.chars().count() > MOST_COLUMNS && without_targets(line).chars().count() > MOST_COLUMNS {
                let name = path.strip_prefix(ROOT).unwrap().display();
                wrong.push(format!("{name}:{}: {} columns", number + 1, line.chars().count()));
            }
        }
        assert!(lines > 0, "{} is empty", path.display());
    }
    assert!(wrong.is_empty(), "{} lines are too long:\n{}", wrong.len(), wrong.join("\n"));
}

/// The name that a heading has in links: small letters, digits, hyphens.
fn slug(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The names of all headings. A name that is there already gets a number.
fn slugs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, line) in outside_code(text) {
        let Some(heading) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim()) else { continue };
        let name = slug(&without_targets(heading));
        let before = found.iter().filter(|known| **known == name).count();
        found.push(if before == 0 { name } else { format!("{name}-{before}") });
    }
    found
}

/// The targets of links and pictures outside of code, with their lines.
fn targets(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in outside_code(text) {
        // The parts between backticks are code.
        let plain: String = line.split('`').step_by(2).collect();
        for (_, rest) in plain.match_indices("](").map(|(at, _)| plain.split_at(at + 2)) {
            if let Some((target, _)) = rest.split_once(')') {
                found.push((number + 1, target.to_owned()));
            }
        }
    }
    found
}

#[test]
fn links_lead_somewhere() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in documents(Path::new(ROOT)) {
        let text = fs::read_to_string(&path).unwrap();
        let in_book = path.parent() == Some(&Path::new(ROOT).join("docs"));
        for (line, target) in targets(&text) {
            if target.contains("://") {
                continue;
            }
            count += 1;
            let (file, part) = target.split_once('#').unwrap_or((&target, ""));
            let there = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let has_part = || part.is_empty() || slugs(&fs::read_to_string(&there).unwrap()).iter().any(|s| s == part);
            // The book has the files of its folder and no others.
            if !there.exists() || !has_part() || (in_book && file.starts_with("..")) {
                wrong.push(format!("{}:{line}: {target}", path.strip_prefix(ROOT).unwrap().display()));
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(wrong.is_empty(), "{} links lead nowhere:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn headings_have_the_names_of_links() {
    let text = "# One, `two`: three\n\n```\n# no\n```\n\n## Four - five\n\n## Four - five\n";
    assert_eq!(slugs(text), ["one-two-three", "four---five", "four---five-1"]);
    let links = targets("[a](b.md#c) `[d](e)` ![f](g.png)\n```\n[h](i)\n```\n");
    assert_eq!(links, [(1, "b.md#c".to_owned()), (1, "g.png".to_owned())]);
}

/// The book names each document once, and no code in a document goes untested.
#[test]
fn the_book_has_every_document() {
    let docs = Path::new(ROOT).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut named: Vec<String> = targets(&summary).into_iter().map(|(_, target)| target).collect();
    named.sort();
    let files = documents(&docs).into_iter().filter(|path| path.parent() == Some(&docs));
    let names = files.map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    assert_eq!(named, names.filter(|name| name != "SUMMARY.md").collect::<Vec<_>>());
    let door = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    for name in named {
        let text = fs::read_to_string(docs.join(&name)).unwrap();
        let fences: Vec<&str> = text.lines().filter(|line| line.starts_with("```")).step_by(2).collect();
        for fence in &fences {
            let known = ["```rust", "```sh", "```json", "```toml", "```text"].contains(fence);
            assert!(known, "docs/{name}: a block of code begins with {fence}");
        }
        let is_tested = door.contains(&format!("include_str!(\"../docs/{name}\")"));
        assert_eq!(is_tested, fences.contains(&"```rust"), "docs/{name} and the doc tests of src/lib.rs");
    }
}
