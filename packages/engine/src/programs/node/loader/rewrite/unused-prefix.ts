/**
 * Returns a prefix for added names that the source does not contain and other sources rarely have. So the text of a function identifies the
 * rewritten source it comes from (rewritten-texts.ts).
 */
export function unusedPrefix(source: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < source.length; index++) hash = Math.imul(hash ^ source.charCodeAt(index), 0x01000193);
  for (;;) {
    const letters = (hash >>> 0).toString(36).padStart(PREFIX_LETTERS, '0').slice(-PREFIX_LETTERS);
    const prefix = `${PREFIX_MARK}${letters}`;
    if (!source.includes(prefix)) return prefix;
    hash = (hash + 1) | 0;
  }
}

export const PREFIX_MARK = '$m';
export const PREFIX_LETTERS = 4;
