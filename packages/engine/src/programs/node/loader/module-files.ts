/** The file access of the loader: the file system without its public API. */
export interface ModuleFiles {
  kindOf(path: string): 'file' | 'directory' | null;
  readText(path: string): string;
  realpath(path: string): string;
  /** Returns the result of the program's own `fs.readFileSync`, or null if the program has not replaced it. */
  readReplaced(path: string): string | null;
}

/** `/a/b/../c` → `/a/c`. */
export function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function joinPath(folder: string, path: string): string {
  return normalizePath(path.startsWith('/') ? path : `${folder}/${path}`);
}

export function parentFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

export function pathToFileUrl(path: string): string {
  const escaped = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  return `file://${escaped}`;
}

export function fileUrlToPath(url: string): string {
  // Nearly all URLs match; a browser's URL parser takes ten times as long.
  if (/^file:\/\/\/[\w./@+~-]*$/.test(url) && !/\/\.{1,2}(?:\/|$)/.test(url)) return url.slice('file://'.length);
  return decodeURIComponent(new URL(url).pathname);
}
