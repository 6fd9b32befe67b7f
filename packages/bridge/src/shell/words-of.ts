import { plainText } from './plain-text.ts';

/**
 * Returns another program's message for display: without control characters, cut to a maximum length, and with further
 * lines indented so that none looks like a line of this program.
 */
export function wordsOf(speaker: string, text: string, limit = 2_000): string {
  const [first = '', ...others] = plainText(text, { keepsLines: true, limit }).trim().split('\n');
  if (first === '') return `${speaker} says nothing.`;
  return [`${speaker} says: ${first}`, ...others.map((line) => `  ${line}`)].join('\n');
}
