/** Invisible characters in which instructions can hide; line breaks and tabs are kept. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}]/gu;

/** Returns a stranger's text without hidden characters, so that the model reads what the user would see. */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(HIDDEN, '');
}
