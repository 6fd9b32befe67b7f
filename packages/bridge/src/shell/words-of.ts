import { plainText } from './plain-text.ts';

/**
 * Returns what another program has said, as its words: without what a terminal would obey, cut, and each further line set in, so that none looks
 * like one of ours.
 */
export function wordsOf(speaker: string, text: string, limit = 2_000): string {
  const [first = '', ...others] = plainText(text, { keepsLines: true, limit }).trim().split('\n');
  if (first === '') return `${speaker} says nothing.`;
  return [`${speaker} says: ${first}`, ...others.map((line) => `  ${line}`)].join('\n');
}
