/** Returns a text of a server without what a terminal would obey or that would look like another line. Keeps line breaks if told. */
export function plainText(text: string, options: { keepsLines?: boolean; limit?: number } = {}): string {
  const { keepsLines = false, limit = 2_000 } = options;
  const withoutSequences = text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g, '');
  const lines = withoutSequences.replace(/\r\n?/g, '\n');
  const plain = lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '');
  const joined = keepsLines ? plain : plain.replace(/\n/g, ' ');
  return joined.length > limit ? `${joined.slice(0, limit)}…` : joined;
}
