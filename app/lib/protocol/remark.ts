/** Marks messages from Devonz to the model, so that they are not taken for the user's words. */
const MARK = '[From Devonz, not from the user] ';

/** A remark as the model sees it. */
export function remarkText(text: string): string {
  return `${MARK}${text}`;
}

/** A remark as the conversation shows it. */
export function shownRemark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}
