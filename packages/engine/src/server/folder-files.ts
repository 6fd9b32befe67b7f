import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { FileSource } from './file-source.ts';

const CONTENT_TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.wasm', 'application/wasm'],
]);

/** Serves the files below a folder, with the types that the engine's build produces; 304 for a file that the browser already has. */
export function folderFiles(folder: string): FileSource {
  const root = resolve(folder);
  return async (path, request) => {
    const type = CONTENT_TYPES.get(extname(path));
    const file = join(root, path);
    if (type === undefined || path.includes('\0') || !file.startsWith(root + sep)) return new Response(null, { status: 404 });
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return new Response(null, { status: 404 });
    const tag = `W/"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
    if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers: { etag: tag } });
    const headers = { 'content-type': type, 'content-length': String(found.size), etag: tag };
    return new Response(request.method === 'HEAD' ? null : await readFile(file), { headers });
  };
}
