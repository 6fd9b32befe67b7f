/** Lines named of the places of a search that has several. */
const MOST_NAMED = 5;

/** The numbers of the lines where these offsets of a text are, for a sentence: " (lines 3, 9)". Empty if there are none. */
export function matchLines(text: string, offsets: readonly number[]): string {
  const numbers = new Set<number>();
  let line = 1;
  let from = 0;
  for (const offset of offsets) {
    for (let end = text.indexOf('\n', from); end !== -1 && end < offset; end = text.indexOf('\n', from)) {
      line++;
      from = end + 1;
    }
    numbers.add(line);
    if (numbers.size > MOST_NAMED) break;
  }
  const named = [...numbers].slice(0, MOST_NAMED);
  if (named.length === 0) return '';
  return ` (${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${numbers.size > MOST_NAMED ? ', …' : ''})`;
}
