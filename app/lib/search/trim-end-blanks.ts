/** Removes trailing spaces and tabs. Written by hand, because `/[ \t]+$/` is quadratic for a long run inside the line. */
export function trimEndBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return end === text.length ? text : text.slice(0, end);
}
