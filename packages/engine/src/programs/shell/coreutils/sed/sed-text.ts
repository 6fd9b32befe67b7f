/** Expands `&`, `\1`, `\n`, `\U…\E` and so on. */
export function replacementText(replacement: string, groups: readonly string[]): string {
  let result = '';
  let mode: 'U' | 'L' | null = null;
  let once: 'u' | 'l' | null = null;
  const add = (text: string) => {
    if (text === '') return;
    let changed = mode === 'U' ? text.toUpperCase() : mode === 'L' ? text.toLowerCase() : text;
    if (once !== null) changed = (once === 'u' ? changed.slice(0, 1).toUpperCase() : changed.slice(0, 1).toLowerCase()) + changed.slice(1);
    once = null;
    result += changed;
  };
  for (const [token] of replacement.matchAll(/\\[\s\S]|&|[^\\&]+/g)) {
    const escaped = token.startsWith('\\') ? (token[1] ?? '') : null;
    if (token === '&') add(groups[0] ?? '');
    else if (escaped === null) add(token);
    else if (/\d/.test(escaped)) add(groups[Number(escaped)] ?? '');
    else if (escaped === 'U' || escaped === 'L') mode = escaped;
    else if (escaped === 'E') mode = null;
    else if (escaped === 'u' || escaped === 'l') once = escaped;
    else add(escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped === 'r' ? '\r' : escaped);
  }
  return result;
}

const NAMED = new Map([
  ['\\', '\\'],
  ['\n', 'n'],
  ['\t', 't'],
  ['\r', 'r'],
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\v', 'v'],
]);

/** Returns a text as `l` shows it, with a backslash at the end of each continued line. */
export function visible(text: string, lineLength: number): string {
  let shown = '';
  let column = 0;
  for (const character of text) {
    for (const part of visibleParts(character)) {
      if (lineLength > 0 && column + part.length > lineLength - 1) {
        shown += '\\\n';
        column = 0;
      }
      shown += part;
      column += part.length;
    }
  }
  return shown;
}

function visibleParts(character: string): string[] {
  const name = NAMED.get(character);
  if (name !== undefined) return [`\\${name}`];
  if (character >= ' ' && character <= '~') return [character];
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`);
}
