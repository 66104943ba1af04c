//! No circle of files: within a crate, no file uses a file that uses it, directly or through others. So a reader can
//! begin at the bottom, and a part can be moved out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Module = Vec<String>;

/// The files of a crate by module, with their text, without comments, unit tests and the rest of the file.
fn modules(src: &Path) -> BTreeMap<Module, String> {
    fn visit(src: &Path, folder: &Path, found: &mut BTreeMap<Module, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(src, &path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let stem: PathBuf = path.strip_prefix(src).unwrap().with_extension("");
                let mut module: Module = stem.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
                    module.pop();
                }
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
                let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap()).collect();
                found.insert(module, code.join("\n"));
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(src, src, &mut found);
    found
}

/// All paths of a tree of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some(open) = tree.find('{') else { return vec![tree.split(" as ").next().unwrap().trim().to_owned()] };
    let (head, body) = (tree[..open].trim(), &tree[open + 1..tree.rfind('}').unwrap()]);
    let (mut found, mut depth, mut first) = (Vec::new(), 0, 0);
    for (at, letter) in body.char_indices().chain([(body.len(), ',')]) {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            let part = body[first..at].trim();
            found.extend(leaves(part).into_iter().filter(|leaf| !leaf.is_empty()).map(|leaf| format!("{head}{leaf}")));
            first = at + 1;
        }
    }
    found
}

/// A path from the root of the crate; `None` for one of another crate.
fn absolute(path: &str, own: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let parts: Module = path.split("::").map(str::to_owned).collect();
    let (head, tail) = parts.split_first()?;
    let child = || own.iter().chain([head]).cloned().collect::<Module>();
    let mut base = match head.as_str() {
        "crate" => Module::new(),
        "self" => own.clone(),
        "super" => own[..own.len().checked_sub(1)?].to_vec(),
        _ if all.contains_key(&child()) => child(),
        _ => return None,
    };
    base.extend(tail.iter().cloned());
    Some(base)
}

/// The exports of each file by `pub use`, and its uses.
fn uses(all: &BTreeMap<Module, String>) -> (BTreeMap<Module, Module>, BTreeMap<Module, Vec<Module>>) {
    let (mut handed_on, mut used) = (BTreeMap::new(), BTreeMap::new());
    for (own, code) in all {
        let list: &mut Vec<Module> = used.entry(own.clone()).or_default();
        let mut rest = String::new();
        for statement in code.split_inclusive(';') {
            let Some((head, tree)) = statement.rsplit_once("use ").filter(|(head, tree)| {
                let start = head.rsplit('\n').next().unwrap();
                (start.is_empty() || start.starts_with("pub")) && !tree.contains("fn ")
            }) else {
                rest.push_str(statement);
                continue;
            };
            let public = head.rsplit('\n').next().unwrap().starts_with("pub");
            for path in leaves(&tree.trim_end_matches(';').replace('\n', " ")) {
                let Some(path) = absolute(&path, own, all) else { continue };
                match path.last() {
                    Some(name) if public => {
                        let name = own.iter().chain([name]).cloned().collect();
                        handed_on.insert(name, path);
                    }
                    _ => list.push(path),
                }
            }
        }
        // Paths within the code.
        for (at, _) in rest.match_indices("crate::").filter(|&(at, _)| !rest[..at].ends_with('$')) {
            let path: String = rest[at..].chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
            list.extend(absolute(path.trim_end_matches(':'), own, all));
        }
    }
    (handed_on, used)
}

/// The file that a path leads to.
fn file_of(path: &Module, all: &BTreeMap<Module, String>, handed_on: &BTreeMap<Module, Module>) -> Option<Module> {
    let count = (0..=path.len()).rev().find(|&count| all.contains_key(&path[..count]))?;
    match path.get(..count + 1).and_then(|name| handed_on.get(name)) {
        Some(next) if next != path => file_of(next, all, handed_on),
        _ => Some(path[..count].to_vec()),
    }
}

/// All files that a file reaches; itself only by way of another.
fn reached(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        next.extend(arrows[file].iter().filter(|&to| seen.insert(to.clone())));
    }
    seen
}

#[test]
fn files_form_no_circle() {
    let mut files = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let all = modules(&folder.join("src"));
        let (handed_on, used) = uses(&all);
        let arrows: BTreeMap<Module, BTreeSet<Module>> = used
            .iter()
            .map(|(own, paths)| {
                let to = paths.iter().filter_map(|path| file_of(path, &all, &handed_on)).filter(|to| to != own);
                (own.clone(), to.collect())
            })
            .collect();
        files += arrows.len();
        for own in arrows.keys() {
            let circle = reached(own, &arrows);
            let others: Vec<String> = circle
                .iter()
                .filter(|&file| reached(file, &arrows).contains(own))
                .map(|file| file.join("::"))
                .collect();
            assert!(!circle.contains(own), "{}: {} is in a circle of {others:?}", folder.display(), own.join("::"));
        }
    }
    assert!(files > 250, "{files} files looked at");
}
