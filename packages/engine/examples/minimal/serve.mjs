// Serves this page. Any server will do that sends the two headers which make a page cross-origin isolated.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PORT = Number(process.env.PORT ?? 5173);
const ENGINE = process.env.ENGINE ?? 'http://engine.localhost:8789/';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FILES = new Set(['/index.html', '/main.js', '/project.js']);
const PACKAGES = ['@webcontainer/api', '@xterm/xterm', '@xterm/addon-fit'];
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

createServer(async (request, response) => {
  const path = normalize(new URL(`http://x${request.url}`).pathname.replace(/^\/$/, '/index.html')).replaceAll(sep, '/');
  const content = await contentOf(path).catch(() => null);
  const type = TYPES[extname(path)];
  if (content === null || type === undefined) response.writeHead(404, ISOLATION).end();
  else response.writeHead(200, { ...ISOLATION, 'content-type': type }).end(content);
}).listen(PORT, '127.0.0.1', () => process.stdout.write(`Open http://app.engine.localhost:${PORT}/\n`));

async function contentOf(path) {
  if (path === '/engine-address.js') return `globalThis.WEBCONTAINER_API_IFRAME_URL = ${JSON.stringify(ENGINE)};`;
  if (FILES.has(path)) return readFile(join(HERE, path));
  const name = PACKAGES.find((each) => path.startsWith(`/packages/${each}/`));
  return name === undefined ? null : readFile(join(folderOf(name), path.slice(`/packages/${name}`.length)));
}

function folderOf(name) {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder)) ?? '';
}
