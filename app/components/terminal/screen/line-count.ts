/** Counts the lines of a text, without line breaks at its end. */
export function lineCount(text: string): number {
  return text.replace(/[\r\n]+$/, '').split(/\r\n?|\n/).length;
}
