/** What takes the place of a match: `$1` to `$99`, `$&`, `$<name>` and `$$`, as `String.replace` has them. */
export function expandReplacement(template: string, match: RegExpExecArray): string {
  return template.replace(/\$(\$|&|\d{1,2}|<([^>]*)>)/g, (written, kind: string, name: string | undefined) => {
    if (kind === '$') return '$';
    if (kind === '&') return match[0];
    if (name !== undefined) return match.groups === undefined ? written : (match.groups[name] ?? '');
    const number = Number(kind);
    if (number > 0 && number < match.length) return match[number] ?? '';
    // `$12` where there is one group is that group and a 2.
    const first = Number(kind[0]);
    return kind.length === 2 && first > 0 && first < match.length ? `${match[first] ?? ''}${kind[1]}` : written;
  });
}
