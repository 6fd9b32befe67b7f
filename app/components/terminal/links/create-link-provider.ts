import type { ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { findLinks } from '../../../lib/terminal/find-links.ts';
import type { LinkTarget } from '../../../lib/terminal/link-target.ts';
import { foldedLine } from './folded-line.ts';

export interface LinkListener {
  /** `isPlain`: the address is what the user reads, not only what the program says of it. */
  follow(target: LinkTarget, keys: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>, isPlain: boolean): void;
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
