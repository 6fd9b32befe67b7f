/** Returns an absolute path without `.`, `..`, double slashes and a trailing slash. */
export function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  const whole = path.startsWith('/') ? path : `${base}/${path}`;
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/**
 * Resolves a file name given by the user. An empty name stays empty and the kernel refuses it, so that `rm -rf "$unset"` does not mean the
 * folder.
 */
export function resolveName(base: string, name: string): string {
  return name === '' ? '' : resolvePath(base, name);
}

/** Returns the part after the last slash; `/` for the root. */
export function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path === '' ? '' : '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** Returns the part before the last slash; `.` when there is none. */
export function directoryName(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path === '' ? '.' : '/';
  const slash = trimmed.lastIndexOf('/');
  if (slash === -1) return '.';
  return trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
}

export function joinPath(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}
