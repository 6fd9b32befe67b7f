import type { IDisposable, ILinkHandler } from '@xterm/xterm';
import { LONGEST_ADDRESS, targetOfAddress } from '../../../lib/terminal/link-target.ts';
import type { LinkListener } from './create-link-provider.ts';

/** Characters of addresses that programs can have a screen remember. */
const MOST_REMEMBERED = 8_000_000;

/**
 * For links whose address only the program's own sequence says (OSC 8). In the place of the terminal's own handler, which asks with
 * the browser's dialog and opens a page then.
 */
export function createLinkHandler(listener: LinkListener): ILinkHandler {
  return {
    activate(event, address) {
      const target = targetOfAddress(address);
      if (target !== null) listener.follow(target, event, false);
    },
    hover: (_event, address) => listener.point(targetOfAddress(address)),
    leave: () => listener.point(null),
  };
}

interface OscParser {
  registerOscHandler(number: number, handler: (data: string) => boolean): IDisposable;
}

/** Drops the sequences whose links would not be followed, or that fill the memory; their text is plain text then. */
export function limitLinks(parser: OscParser): void {
  let remembered = 0;
  parser.registerOscHandler(8, (data) => {
    const address = data.slice(data.indexOf(';') + 1);
    // The end of a link.
    if (address === '') return false;
    if (data.length > 2 * LONGEST_ADDRESS || targetOfAddress(address) === null) return true;
    remembered += data.length;
    return remembered > MOST_REMEMBERED;
  });
}
