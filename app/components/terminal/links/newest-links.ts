import type { IBuffer } from '@xterm/xterm';
import { findLinks } from '../../../lib/terminal-links/find-links.ts';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { foldedLine } from './folded-line.ts';

/** The most rows searched from the end. */
const MOST_ROWS = 500;
const MOST_LINKS = 15;

/**
 * Returns the links in the last lines, without duplicates, newest first. Excludes links from escape sequences, whose address is not
 * visible.
 */
export function newestLinks(buffer: IBuffer, isFile: (path: string) => boolean): LinkTarget[] {
  const found = new Map<string, LinkTarget>();
  const end = buffer.baseY + buffer.cursorY;
  for (let row = end; row >= 0 && row > end - MOST_ROWS && found.size < MOST_LINKS; ) {
    const { first, text } = foldedLine(buffer, row);
    for (const { target } of findLinks(text, isFile).reverse()) found.set(JSON.stringify(target), target);
    row = first - 1;
  }
  return [...found.values()].slice(0, MOST_LINKS);
}
