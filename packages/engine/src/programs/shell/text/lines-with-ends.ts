/** Returns the lines of a text with their terminators; the last one may have none. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
