/** A part of the user's message: words, or code between two fences. */
export type FencedPiece = { type: 'words'; text: string } | { type: 'code'; info: string; text: string };

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;

/** Separates fenced code from a message that is otherwise shown as typed. An unclosed fence counts as words. */
export function fencedPieces(text: string): FencedPiece[] {
  const lines = text.split('\n');
  const pieces: FencedPiece[] = [];
  let words: string[] = [];
  const endWords = () => {
    if (words.some((line) => line.trim() !== '')) pieces.push({ type: 'words', text: trimmedLines(words) });
    words = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? [];
    const end = fence === '' ? -1 : endOfFence(lines, at + 1, fence);
    if (end === -1) {
      words.push(line);
      continue;
    }
    endWords();
    const code = lines.slice(at + 1, end).map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
    pieces.push({ type: 'code', info: info.trim(), text: code.join('\n') });
    at = end;
  }
  endWords();
  return pieces;
}

function endOfFence(lines: readonly string[], from: number, fence: string): number {
  return lines.findIndex((line, index) => {
    const rest = line.trim();
    return index >= from && rest.startsWith(fence) && rest.replaceAll(fence.charAt(0), '') === '';
  });
}

/** Removes blank lines next to code: the page adds the spacing. */
function trimmedLines(lines: readonly string[]): string {
  return lines.join('\n').replace(/^(?: *\n)+|(?:\n *)+$/g, '');
}
