/** Absolute and without `.`, `..` and double slashes. A trailing slash is dropped. */
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

/** A file's name as a user gives it. An empty one is that of no file, least of all of the folder one is in (`rm -rf "$unset"`): the kernel refuses it. */
export function resolveName(base: string, name: string): string {
  return name === '' ? '' : resolvePath(base, name);
}

/** What follows the last slash; `/` for the root. */
export function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path === '' ? '' : '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** What is before the last slash; `.` when there is none. */
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
