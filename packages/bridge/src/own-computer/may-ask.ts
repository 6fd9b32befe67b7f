import type { IncomingMessage } from 'node:http';
import { classifyHost } from 'devonz-engine-protocol/hosts';
import { OWN_COMPUTER_HEADER, OWN_COMPUTER_PATH } from 'devonz-engine-protocol/machine/own-computer';
import { isSameSecret } from '../server/same-secret.ts';

export interface Refusal {
  status: number;
  sentence: string;
}

type Request = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url' | 'method'>;

/**
 * Returns whether the request is for this module: it names the app's host in exactly one header, and its unnormalized
 * path is below this module's.
 */
export function isForOwnComputer(request: Request, appHost: string): boolean {
  const path = pathOf(request);
  if (path !== OWN_COMPUTER_PATH && !path.startsWith(`${OWN_COMPUTER_PATH}/`)) return false;
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 && classifyHost(request.headers.host ?? '', { appHost, sandboxHost: '' }).kind === 'app';
}

export function pathOf({ url = '' }: Pick<Request, 'url'>): string {
  return url.split('?')[0] ?? '';
}

/** Returns the origin of the page that sent an allowed request. */
export function requestedOrigin({ headers }: Pick<Request, 'headers'>): string {
  return `http://${(headers.host ?? '').toLowerCase()}`;
}

/**
 * Returns why the sender is refused: it is a page of another origin, or has no key. Browsers set the origin headers, so
 * no page can forge them.
 */
export function refusalOf(request: Request, key: string): Refusal | null {
  const { origin, 'sec-fetch-site': site, [OWN_COMPUTER_HEADER]: given } = request.headers;
  const isOwnOrigin = origin === requestedOrigin(request) || (origin === undefined && request.method === 'GET');
  if (!isOwnOrigin || (site !== undefined && site !== 'same-origin'))
    return { status: 403, sentence: 'Only the app’s own page may ask this.' };
  // A header that was sent twice arrives as one invalid value.
  if (typeof given !== 'string' || !isSameSecret(given, key)) {
    return { status: 401, sentence: 'Open the address with the key that was printed when this server started.' };
  }
  return null;
}
