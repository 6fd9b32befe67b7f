import { SqliteFiles } from '../../../sqlite/sqlite-files.ts';
import { SqliteLibrary } from '../../../sqlite/sqlite-library.ts';
import type { AddonHost } from '../addons/addon.ts';

const started = new WeakMap<object, SqliteLibrary>();

/** Loaded synchronously, because these packages are synchronous. */
function readFile({ node: { scope }, sqliteFile }: AddonHost): Uint8Array<ArrayBuffer> {
  if (typeof sqliteFile !== 'string') return new Uint8Array(sqliteFile);
  // The worker's own, which is hidden from programs.
  const Request = (scope.hidden.get('XMLHttpRequest') ?? globalThis.XMLHttpRequest) as typeof XMLHttpRequest;
  const request = new Request();
  request.open('GET', sqliteFile, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`a part of the engine could not be loaded: ${sqliteFile} answered ${request.status}`);
  // As set by `responseType`.
  return new Uint8Array(request.response as ArrayBuffer);
}

/** Starts SQLite over the engine's files, once per process. */
export function startSqlite(host: AddonHost): SqliteLibrary {
  const known = started.get(host.node);
  if (known !== undefined) return known;
  const library = new SqliteLibrary(readFile(host));
  const { node } = host;
  new SqliteFiles(library, { system: node.system, resolvePath: (path) => node.resolvePath(path) });
  library.exports.sqlite3_initialize();
  started.set(node, library);
  return library;
}
