/** Longer texts that come into the message box at once become attachments: a field with megabytes of text blocks the page. In characters. */
export const LONG_PASTE = 50_000;

/** Returns the text that was inserted at once, and what the field would hold without it; null if it is short. */
export function longPaste(former: string, current: string): { pasted: string; rest: string } | null {
  if (current.length - former.length <= LONG_PASTE) return null;
  const shorter = Math.min(former.length, current.length);
  let start = 0;
  while (start < shorter && former[start] === current[start]) start += 1;
  let end = 0;
  while (end < shorter - start && former.at(-1 - end) === current.at(-1 - end)) end += 1;
  return { pasted: current.slice(start, current.length - end), rest: current.slice(0, start) + current.slice(current.length - end) };
}
