/**
 * What a name must not hold: unpacked on the user's machine, a backslash can be a folder's border (`..\..\x.bat`), a colon a drive or
 * a hidden stream of another file, a control character a trick of the terminal, and what turns the direction of reading or does not
 * show makes a program look like a picture.
 */
const DECEIVING = /[\\:\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * The paths as they leave the browser, one for each. A program in the sandbox may name a file as it likes; a file keeps its name when
 * another's becomes the same.
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
  // Who unpacks it may collect the names in a plain object.
  return name === '' ? '_' : name === '__proto__' ? '_proto_' : name;
}

/** Two names that became one are distinguished by a number. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const end = dot > name.lastIndexOf('/') + 1 ? dot : name.length;
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name.slice(0, end)} (${count})${name.slice(end)}`;
  taken.add(free);
  return free;
}
