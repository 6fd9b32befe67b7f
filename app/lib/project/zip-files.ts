/** A zip archive of the files, made off the critical path: fflate is loaded when the first export is asked for. */
export async function zipFiles(files: readonly { path: string; content: Uint8Array }[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const entries: Record<string, Uint8Array> = {};
  const taken = new Set<string>();
  // Names that need no change come first: a file keeps its name when another's becomes the same.
  const named = files.map(({ path, content }) => ({ name: entryName(path), isOwn: entryName(path) === path, content }));
  for (const { name, content } of [...named.filter(({ isOwn }) => isOwn), ...named.filter(({ isOwn }) => !isOwn)]) {
    entries[freeName(name, taken)] = content;
  }
  const archive = zipSync(entries);
  return new Blob([new Uint8Array(archive)], { type: 'application/zip' });
}

/**
 * What a name must not hold: unpacked on the user's machine, a backslash can be a folder's border (`..\..\x.bat`), a colon a drive or
 * a hidden stream of another file, a control character a trick of the terminal, and what turns the direction of reading or does not
 * show makes a program look like a picture.
 */
const DECEIVING = /[\\:\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A program in the sandbox may name a file as it likes. */
function entryName(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const name = segments.join('/').replace(DECEIVING, '_');
  // fflate collects the names in a plain object and fails on the second one.
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
