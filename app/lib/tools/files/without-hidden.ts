/** Marks that a reader does not see, in which instructions can hide; line ends and tabs stay. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}]/gu;

/** Text of a stranger as the model gets it: what it reads is what the user would see. */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(HIDDEN, '');
}
