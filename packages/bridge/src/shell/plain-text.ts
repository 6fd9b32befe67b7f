/**
 * Control characters except the line feed, characters that change the direction of text, join it or are invisible, and
 * lone surrogates.
 */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Returns a server's text without terminal control sequences and without line breaks, unless `keepsLines` is set. */
export function plainText(text: string, options: { keepsLines?: boolean; limit?: number } = {}): string {
  const { keepsLines = false, limit = 2_000 } = options;
  const withoutSequences = text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g, '');
  const lines = withoutSequences.replace(/\r\n?/g, '\n');
  const plain = lines.replace(UNSEEN, '');
  const joined = keepsLines ? plain : plain.replace(/\n/g, ' ');
  return joined.length > limit ? `${joined.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : joined;
}
