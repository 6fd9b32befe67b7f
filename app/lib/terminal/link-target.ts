import type { FilePlace } from '../stores/files.ts';

/** Where a link in a terminal leads. */
export type LinkTarget =
  /** A file of the project. */
  | { type: 'file'; path: string; place: FilePlace | null }
  /** What one of the project's own servers answers. */
  | { type: 'page'; port: number; path: string }
  | { type: 'elsewhere'; url: string };

/** Characters of an address; a longer one is no link. */
export const LONGEST_ADDRESS = 2_048;

/** As the URL parser writes the names of the machine that a program runs on. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]']);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Null for what is no address, or one of something other than a page: a program may write `javascript:` or `file:` there. */
export function targetOfAddress(text: string): LinkTarget | null {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) return null;
  const url = new URL(text);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) return null;
  if (!LOCAL_HOSTS.has(url.hostname)) return { type: 'elsewhere', url: url.href };
  // Of the project's own machine, which has no other servers than the project's: never the user's.
  return { type: 'page', port: url.port === '' ? defaultPort : Number(url.port), path: url.pathname + url.search + url.hash };
}
