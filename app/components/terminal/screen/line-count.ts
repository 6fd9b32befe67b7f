/** Lines of a text; breaks at its end begin none. */
export function lineCount(text: string): number {
  return text.replace(/[\r\n]+$/, '').split(/\r\n?|\n/).length;
}
