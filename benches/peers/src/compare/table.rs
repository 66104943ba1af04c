//! Tables for people.

/// A table under construction: the first column is aligned left, all others right.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column heads.
    pub fn new<'a>(heads: impl IntoIterator<Item = &'a str>) -> Self {
        Self { rows: vec![heads.into_iter().map(str::to_owned).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes the table to standard output.
    pub fn print(&self) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    line += &format!("{cell:<width$}");
                } else {
                    line += &format!("  {cell:>width$}");
                }
            }
            println!("{}", line.trim_end());
        }
    }
}

/// A time [ms] in about four digits; `-` if there is none.
pub fn ms(value: f64) -> String {
    match value {
        v if !v.is_finite() => "-".to_owned(),
        v if v < 10.0 => format!("{v:.3}"),
        v if v < 100.0 => format!("{v:.2}"),
        v => format!("{v:.0}"),
    }
}

/// A ratio; `-` if there is none.
pub fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{value:.2}") } else { "-".to_owned() }
}

/// A length [m] in millimetres; `-` if there is none.
pub fn mm(value: f64) -> String {
    if value.is_finite() { format!("{:.3}", value * 1000.0) } else { "-".to_owned() }
}
