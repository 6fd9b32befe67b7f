/** The name that is the fewest changes away; undefined where there are none. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const [nearest] = names
    .map((known) => ({ known, distance: editDistance(wanted, known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.known;
}

/** Letters to add, drop, change or swap with their neighbour, one row at a time. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
