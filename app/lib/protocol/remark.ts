/** Marks messages from Devonz to the model, so that they are not taken for the user's words. */
const MARK = '[From Devonz, not from the user] ';

/** A remark as the model sees it. */
export function remarkText(text: string): string {
  return `${MARK}${text}`;
}

export function isRemark(text: string): boolean {
  return text.startsWith(MARK);
}

/** A remark as the conversation shows it. */
export function shownRemark(text: string): string {
  return isRemark(text) ? text.slice(MARK.length) : text;
}
