//! Numbers of the command line: a wrong one is refused with the name of its option and the allowed numbers.

use crate::kit::{carom, check, text};

/// The options of a command whose values are numbers, and the names of their values, as its help lists them.
fn numeric_options(command: &str) -> Vec<(String, String)> {
    let help = carom(&[command, "--help"]);
    check(&help, 0, &[]);
    let help = text(&help.stdout);
    let pair = |line: &str| {
        let (option, value) = line[line.find("--")?..].split_once(" <")?;
        Some((option.to_owned(), value.trim_end().trim_end_matches('>').to_owned()))
    };
    let options = help.lines().filter(|line| line.trim_start().starts_with('-')).filter_map(pair);
    let is_number = |value: &str| ["N", "S", "X0,Y0,X1,Y1"].contains(&value) || value.starts_with('1');
    options.filter(|(_, value)| is_number(value)).collect()
}

#[test]
fn wrong_numbers_are_refused_with_the_right_ones() {
    let mut seen = 0;
    for (command, scene) in [("run", "smash"), ("bench", "smash"), ("export", "smash")] {
        for (option, value) in numeric_options(command) {
            for wrong in ["-5", "1.5", "x", "", "1e3", "-x", "99999999999999999999999", "nan", "--quiet"] {
                // These are times, and the world says which it allows.
                if value == "S" && ["1.5", "1e3", "99999999999999999999999", "-5", "nan"].contains(&wrong) {
                    continue;
                }
                let output = carom(&[command, scene, &option, wrong]);
                check(&output, 2, &[&option, "expected "]);
                let message = text(&output.stderr);
                for part in ["unexpected argument", "invalid digit", "tip:"] {
                    assert!(!message.contains(part), "{option} {wrong}: {message}");
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_allowed_numbers_are_named() {
    for steps in ["-5", "1.5"] {
        check(&carom(&["run", "smash", "--steps", steps]), 2, &["--steps", "a whole number from 0 to 4294967295"]);
    }
    for threads in ["0", "-1", "1025", "99999999999999999999", "x"] {
        check(&carom(&["run", "smash", "--threads", threads]), 2, &["--threads", "from 1 to 1024"]);
    }
    check(&carom(&["bench", "smash", "--threads", "1,-2"]), 2, &["--threads", "'-2'", "from 1 to 1024"]);
    check(&carom(&["run", "heap", "--bodies", "0"]), 2, &["--bodies", "from 1 to 4000000"]);
    check(&carom(&["run", "smash", "--substeps", "65"]), 2, &["--substeps", "from 1 to 64"]);
    check(&carom(&["run", "smash", "--lanes", "-4"]), 2, &["--lanes", "1, 4, 8, 16 or auto"]);
    check(&carom(&["run", "smash", "--dt", "soon"]), 2, &["--dt", "a number of seconds"]);
    for dt in ["0", "-1", "nan"] {
        check(&carom(&["run", "smash", "--dt", dt]), 2, &["dt: ", " is not "]);
    }
}
