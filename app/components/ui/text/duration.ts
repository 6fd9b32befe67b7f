/** A finished time in words: `0.4 s`, `3.8 s`, `2 min 05 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** A running clock: `0:48`. */
export function clockTime(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 1_000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
