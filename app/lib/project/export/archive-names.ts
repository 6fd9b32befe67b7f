/**
 * Characters that are dangerous in a name on the user's machine: a backslash can separate folders (`..\..\x.bat`), a colon can
 * mean a drive or a hidden stream, control characters can trick a terminal, and invisible or direction-changing characters can
 * make a program look like a picture.
 */
const DECEIVING = /[\\:\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Makes the paths safe and unique for export. A program in the sandbox may use any file name. If another name becomes equal to
 * one that was already safe, the safe one stays unchanged.
 */
export function archiveNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const [index, path] of paths.entries()) if (entryName(path) === path) names.set(index, freeName(path, taken));
  for (const [index, path] of paths.entries()) if (!names.has(index)) names.set(index, freeName(entryName(path), taken));
  return paths.map((path, index) => names.get(index) ?? path);
}

function entryName(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const name = segments.join('/').replace(DECEIVING, '_');
  // A program that unpacks the archive may collect names as keys of a plain object.
  return name === '' ? '_' : name === '__proto__' ? '_proto_' : name;
}

/** If two names became equal, a number tells them apart. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const end = dot > name.lastIndexOf('/') + 1 ? dot : name.length;
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name.slice(0, end)} (${count})${name.slice(end)}`;
  taken.add(free);
  return free;
}
