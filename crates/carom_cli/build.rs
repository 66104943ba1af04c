//! Hands the git commit of this checkout to the program, as `CAROM_COMMIT`. Outside of a checkout of carom, or without
//! git, the program has none. A packager who knows the commit sets `CAROM_COMMIT` for the build.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CAROM_COMMIT");
    if std::env::var_os("CAROM_COMMIT").is_some() {
        // Cargo hands it on.
        return;
    }
    let commit = std::env::var_os("CARGO_MANIFEST_DIR").and_then(|folder| commit(&Path::new(&folder).join("../..")));
    if let Some(commit) = commit {
        println!("cargo::rustc-env=CAROM_COMMIT={commit}");
    }
}

/// The commit at which the checkout `root` stands.
fn commit(root: &Path) -> Option<String> {
    // A copy of carom below the checkout of another project has that project's commits.
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // A commit or a switch changes HEAD, or the branch that it names, which may be packed.
    let branch = git(root, &["rev-parse", "--symbolic-full-name", "HEAD"])?;
    for name in ["HEAD", &branch, "packed-refs"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", name])?);
        // Cargo takes a file that is not there for one that always changes.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(root, &["rev-parse", "HEAD"])
}

/// The first line that git prints, if it succeeds.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
