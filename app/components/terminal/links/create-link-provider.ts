import type { IBuffer, IBufferCellPosition, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { findLinks } from '../../../lib/terminal/find-links.ts';
import type { LinkTarget } from '../../../lib/terminal/link-target.ts';

/** Rows of a line that is folded, before and after the one that is pointed at. */
const MOST_ROWS = 12;

export interface LinkListener {
  /** `isPlain`: the address is what the user reads, not only what the program says of it. */
  follow(target: LinkTarget, event: MouseEvent, isPlain: boolean): void;
  /** Null: the pointer has left it. */
  point(target: LinkTarget | null): void;
}

/**
 * Finds the links of the line that is pointed at. Own code beside `@xterm/addon-web-links`: that knows addresses only, and files of the
 * project need the same reading of folded lines.
 */
export function createLinkProvider(screen: Terminal, isFile: (path: string) => boolean, listener: LinkListener): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const { text, places } = foldedLine(screen.buffer.active, row - 1);
      const links = findLinks(text, isFile).flatMap(({ start, end, target }): ILink[] => {
        const [from, to] = [places[start], places[end - 1]];
        if (from === undefined || to === undefined) return [];
        return [
          {
            text: text.slice(start, end),
            range: { start: from, end: to },
            activate: (event) => listener.follow(target, event, true),
            hover: () => listener.point(target),
            leave: () => listener.point(null),
          },
        ];
      });
      callback(links);
    },
  };
}

/** The text of a line that may be folded to several rows, and the place of each of its characters, counted from one. */
function foldedLine(buffer: IBuffer, row: number): { text: string; places: IBufferCellPosition[] } {
  let first = row;
  while (first > 0 && row - first < MOST_ROWS && buffer.getLine(first)?.isWrapped) first--;
  let last = row;
  while (last - row < MOST_ROWS && buffer.getLine(last + 1)?.isWrapped) last++;
  let text = '';
  const places: IBufferCellPosition[] = [];
  for (let y = first; y <= last; y++) {
    const line = buffer.getLine(y);
    for (let x = 0; line !== undefined && x < line.length; x++) {
      const cell = line.getCell(x);
      // The second half of a wide character.
      if (cell === undefined || cell.getWidth() === 0) continue;
      const characters = cell.getChars() || ' ';
      text += characters;
      for (let unit = 0; unit < characters.length; unit++) places.push({ x: x + 1, y: y + 1 });
    }
  }
  return { text, places };
}
