/**
 * Joins the frames of two stacks, with shared frames once: `assert.ifError` shows where it was called, then where the error was created.
 */
export function joinStacks(stack: string, original: unknown): string {
  if (typeof original !== 'string') return stack;
  const start = original.indexOf('\n    at');
  if (start === -1) return stack;
  const originalFrames = original.slice(start + 1).split('\n');
  const frames = stack.split('\n');
  for (const frame of originalFrames) {
    const at = frames.indexOf(frame);
    if (at === -1) continue;
    frames.length = at;
    break;
  }
  return [...frames, ...originalFrames].join('\n');
}
