import type { ChangeSpec } from '@codemirror/state';

/**
 * The single replacement that turns `before` into `after`, without their common beginning and end; null if they are equal. Keeps
 * the caret and the scroll position.
 */
export function textChange(before: string, after: string): ChangeSpec | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
