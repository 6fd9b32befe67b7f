/** A zip archive of the files, made off the critical path: fflate is loaded when the first export is asked for. */
export async function zipFiles(files: readonly { path: string; content: Uint8Array }[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const entries = new Map<string, Uint8Array>();
  for (const { path, content } of files) entries.set(freeName(entryName(path), entries), content);
  const archive = zipSync(Object.fromEntries(entries));
  return new Blob([new Uint8Array(archive)], { type: 'application/zip' });
}

/** Two names may become one where characters are replaced: neither file takes the other's place. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = name.replace(/(\.[^./]*)?$/, ` (${number})$1`);
  return free;
}

/**
 * A program in the sandbox may name a file as it likes; unpacked on a person's machine, a backslash can be a folder's border
 * (`..\..\x.bat`), a leading `C:` a drive, and a control character a trick of the terminal.
 */
function entryName(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
      .join('/')
      .replace(/[\\\u0000-\u001f\u007f]/g, '_')
      .replace(/^([A-Za-z]):/, '$1_')
      // fflate collects the names in a plain object and fails on this one.
      .replace(/^__proto__$/, '_proto_')
  );
}
