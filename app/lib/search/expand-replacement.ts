/** Expands `$1` to `$99`, `$&`, `$<name>` and `$$` in a replacement, like `String.replace`. */
export function expandReplacement(template: string, match: RegExpExecArray): string {
  return template.replace(/\$(\$|&|\d{1,2}|<([^>]*)>)/g, (written, kind: string, name: string | undefined) => {
    if (kind === '$') return '$';
    if (kind === '&') return match[0];
    if (name !== undefined) return match.groups === undefined ? written : (match.groups[name] ?? '');
    const number = Number(kind);
    if (number > 0 && number < match.length) return match[number] ?? '';
    // With a single group, `$12` is that group followed by a 2.
    const first = Number(kind[0]);
    return kind.length === 2 && first > 0 && first < match.length ? `${match[first] ?? ''}${kind[1]}` : written;
  });
}
