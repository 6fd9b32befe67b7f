import type { LineRange } from '../files/restore-lines.ts';

/** "10" or "10-20". */
export const LINE_RANGE = /^(\d{1,7})(?:-(\d{1,7}))?$/;

/** Returns null if no range is given. The schema has already checked its form. */
export function lineRange(text: string | undefined): LineRange | null {
  const found = LINE_RANGE.exec(text ?? '');
  if (found === null) return null;
  const [a, b] = [Number(found[1]), Number(found[2] ?? found[1])];
  return { first: Math.max(1, Math.min(a, b)), last: Math.max(1, a, b) };
}
