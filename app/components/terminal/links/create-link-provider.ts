import type { ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { findLinks } from '../../../lib/terminal-links/find-links.ts';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { foldedLine } from './folded-line.ts';

export interface LinkListener {
  /** `isPlain`: the address is the visible text, and not only in an escape sequence. */
  follow(target: LinkTarget, keys: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>, isPlain: boolean): void;
  /** `null` when the pointer has left it. */
  point(target: LinkTarget | null): void;
}

/**
 * Finds the links of the line under the pointer. `@xterm/addon-web-links` finds only URLs; project files need the same handling of wrapped
 * lines.
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
