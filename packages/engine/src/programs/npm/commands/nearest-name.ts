/** Returns the known name closest to a mistyped one, or null if none is close (at most two letters in five wrong). */
export function nearestName(typed: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.ceil(typed.length * 0.4) + 1;
  for (const name of known) {
    const distance = editDistance(typed, name);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the number of letters to add, remove or replace. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const substitution = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(substitution, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
