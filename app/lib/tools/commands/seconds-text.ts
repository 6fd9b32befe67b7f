/** Formats whole seconds for a model. */
export function secondsText(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 1_000))} s`;
}
