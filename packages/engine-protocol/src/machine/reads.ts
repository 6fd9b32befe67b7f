/**
 * Encodings of the official client's `readFile` that only a host on a real machine answers, as with `READ_UNFOLLOWED`: that client's `fs`
 * can neither look at an entry nor read a part of a file.
 */

/** Answers the entry's status as JSON: `{"kind","size","mode","modifiedAt"}`. A link at the end of the path is not followed. */
export const READ_STATUS = 'devonz-status';

export interface ReadRange {
  offset: number;
  limit: number;
}

const RANGE = /^devonz-range=(\d{1,15})\+(\d{1,9})$/;

/** Answers at most `limit` bytes from `offset`, of a file of any size. */
export function formatReadRange({ offset, limit }: ReadRange): string {
  return `devonz-range=${offset}+${limit}`;
}

/** Returns `null` if the encoding is another one. */
export function parseReadRange(encoding: string): ReadRange | null {
  const [, offset, limit] = RANGE.exec(encoding) ?? [];
  return offset === undefined ? null : { offset: Number(offset), limit: Number(limit) };
}
