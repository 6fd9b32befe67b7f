/** Replaces the content between two marks of a document. */
export function replaceMarked(document: string, begin: string, end: string, content: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to === -1) throw new Error(`The document has no place marked ${begin}.`);
  return `${document.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}
