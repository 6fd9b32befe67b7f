import type { IncomingMessage } from 'node:http';

/** Headers of one connection, not of the request that it carries. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name.toLowerCase());
}

/** The names and values of a message's headers, in their original order and spelling. */
export function headerPairs({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/**
 * Returns the headers for the program. The host is `localhost:PORT`, because many servers answer no other name, and a
 * page of the program must not seem to be from another origin.
 */
export function programHeaders(request: Pick<IncomingMessage, 'rawHeaders'>, preview: string, port: number): [string, string][] {
  const own = `http://localhost:${port}`;
  return headerPairs(request).map(([name, value]) => {
    switch (name.toLowerCase()) {
      case 'host':
        return [name, `localhost:${port}`];
      case 'origin':
        return [name, value === preview ? own : value];
      case 'referer':
        return [name, value === preview || value.startsWith(`${preview}/`) ? own + value.slice(preview.length) : value];
      default:
        return [name, value];
    }
  });
}
