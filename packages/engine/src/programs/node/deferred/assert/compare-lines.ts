export interface ComparedLine {
  kind: 'same' | 'actual' | 'expected';
  text: string;
}

/** Returns whether two lines are equal, optionally ignoring a trailing comma, because a side may lack what follows it. */
function areSame(a: string | undefined, b: string | undefined, ignoresComma: boolean): boolean {
  if (a === b) return true;
  return ignoresComma && (`${a},` === b || a === `${b},`);
}

/**
 * Finds the shortest edit script from `actual` to `expected` (E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). Records
 * how far each diagonal reaches for each number of changes, then follows the records backwards.
 */
export function compareLines(actual: readonly string[], expected: readonly string[], ignoresComma: boolean): ComparedLine[] {
  const most = actual.length + expected.length;
  const reached = new Int32Array(2 * most + 2);
  const history: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes++) {
    history.push(reached.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let row = startOf(reached, diagonal, changes, most);
      while (row < actual.length && row - diagonal < expected.length && areSame(actual[row], expected[row - diagonal], ignoresComma)) row++;
      reached[diagonal + most] = row;
      if (row >= actual.length && row - diagonal >= expected.length) return follow(history, actual, expected, ignoresComma);
    }
  }
  return [];
}

function comesFromAbove(reached: Int32Array, diagonal: number, changes: number, most: number): boolean {
  const at = diagonal + most;
  return diagonal === -changes || (diagonal !== changes && (reached[at - 1] ?? 0) < (reached[at + 1] ?? 0));
}

function startOf(reached: Int32Array, diagonal: number, changes: number, most: number): number {
  const at = diagonal + most;
  return comesFromAbove(reached, diagonal, changes, most) ? (reached[at + 1] ?? 0) : (reached[at - 1] ?? 0) + 1;
}

function follow(history: Int32Array[], actual: readonly string[], expected: readonly string[], ignoresComma: boolean): ComparedLine[] {
  const most = actual.length + expected.length;
  const lines: ComparedLine[] = [];
  let row = actual.length;
  let column = expected.length;
  for (let changes = history.length - 1; changes >= 0; changes--) {
    const reached = history[changes] ?? new Int32Array();
    const diagonal = row - column;
    const before = comesFromAbove(reached, diagonal, changes, most) ? diagonal + 1 : diagonal - 1;
    const formerRow = reached[before + most] ?? 0;
    const formerColumn = formerRow - before;
    while (row > formerRow && column > formerColumn) {
      row--;
      column--;
      const text = actual[row] ?? '';
      // If two lines differ by a comma, the one with the comma is shown.
      lines.push({ kind: 'same', text: !ignoresComma || text.endsWith(',') ? text : (expected[column] ?? '') });
    }
    if (changes === 0) break;
    if (row > formerRow) lines.push({ kind: 'actual', text: actual[--row] ?? '' });
    else lines.push({ kind: 'expected', text: expected[--column] ?? '' });
  }
  return lines.reverse();
}
