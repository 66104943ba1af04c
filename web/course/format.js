// Values as the page shows them. The tests format native answers by the same functions.

/** A value as text: three digits after the point, yes or no, pairs in parentheses. */
export function format(value, digits = 3) {
    if (value === null || value === undefined) return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (Array.isArray(value)) return `(${value.map((v) => format(v, digits)).join(', ')})`;
    if (typeof value !== 'number') return String(value);
    if (Number.isInteger(value) && digits === 0) return value.toLocaleString('en-US');
    if (!Number.isFinite(value)) return 'none';
    const text = value.toFixed(digits);
    // No minus before a zero, and a true minus sign.
    return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '\u2212');
}

/** The value at a path such as `sat.axes.0`. */
export function at(answer, path) {
    return path.split('.').reduce((value, key) => (value === null || value === undefined ? value : value[key]), answer);
}
