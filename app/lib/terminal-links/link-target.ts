import type { FilePlace } from '../stores/files.ts';

/** The target of a link in a terminal. */
export type LinkTarget =
  /** A file of the project. */
  | { type: 'file'; path: string; place: FilePlace | null }
  /** A page of one of the project's own servers. */
  | { type: 'page'; port: number; path: string }
  | { type: 'elsewhere'; url: string };

/** Limit in characters; a longer address is not a link. */
export const LONGEST_ADDRESS = 2_048;

/** Names of the local machine, as normalised by the URL parser. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]']);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Returns null for text that is not a URL, or has another scheme than a page's: a program may print `javascript:` or `file:`. */
export function targetOfAddress(text: string): LinkTarget | null {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) return null;
  const url = new URL(text);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) return null;
  if (!LOCAL_HOSTS.has(url.hostname)) return { type: 'elsewhere', url: url.href };
  // Refers to the project's own machine, which has only the project's servers, and never to the user's.
  return { type: 'page', port: url.port === '' ? defaultPort : Number(url.port), path: url.pathname + url.search + url.hash };
}
