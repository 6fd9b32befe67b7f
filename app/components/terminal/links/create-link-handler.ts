import type { IDisposable, ILinkHandler } from '@xterm/xterm';
import { LONGEST_ADDRESS, targetOfAddress } from '../../../lib/terminal-links/link-target.ts';
import type { LinkListener } from './create-link-provider.ts';

/** Limit in characters of the link addresses that programs can make a screen store. */
const MOST_REMEMBERED = 8_000_000;

/**
 * Handles links whose address is only in the program's escape sequence (OSC 8). Replaces the terminal's own handler, which opens a page
 * after a browser dialog.
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

/** Drops sequences whose links would not be followed or would exceed the memory limit; their text becomes plain text. */
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
