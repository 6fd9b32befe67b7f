import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface ServedSite {
  origin: string;
  stop(): Promise<void>;
}

/** Serves these files from memory on loopback. A path without a file counts as a route of the page and gets `index.html`. */
export async function serveSite(files: ReadonlyMap<string, Uint8Array>): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/');
    const name = [path, `${path}index.html`, `${path}/index.html`, `${path}.html`].find((each) => files.has(each));
    const route = name ?? (extname(path) === '' ? 'index.html' : null);
    const content = route === null ? undefined : files.get(route);
    if (route === null || content === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(route)] ?? 'application/octet-stream' }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // The address of a TCP server is always an object of this type.
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Returns a relative path without query; empty if it cannot be decoded. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://site').pathname).slice(1);
  } catch {
    return '';
  }
}
