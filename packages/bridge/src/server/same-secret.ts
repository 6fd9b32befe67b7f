import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals neither where they differ nor their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
