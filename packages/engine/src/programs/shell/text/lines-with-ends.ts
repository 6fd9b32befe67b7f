/** The lines of a text, each with what ends it; the last one perhaps without. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
