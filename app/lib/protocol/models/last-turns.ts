/** Turns that are sent where a window does not hold more: enough for a question, what was done about it, and the next. */
export const LAST_TURNS = 6;

/** The setting with which only those are sent, or fewer where that is set already. */
export function lastTurns(turns: number | null): number {
  return Math.min(turns ?? LAST_TURNS, LAST_TURNS);
}
