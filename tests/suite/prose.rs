//! The documents have short sentences on short lines: words and columns are counted.

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
