/** Turns to send when the window holds no more: enough for a question, the work on it, and the next question. */
export const LAST_TURNS = 6;

/** The value for the setting that limits the turns sent, or the current value if that is already lower. */
export function lastTurns(turns: number | null): number {
  return Math.min(turns ?? LAST_TURNS, LAST_TURNS);
}
