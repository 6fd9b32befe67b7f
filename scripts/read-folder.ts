import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Packed } from '../packages/engine-protocol/src/message-pack.ts';

const LEFT_OUT = new Set(['.git']);

/** Reads a folder in the form that `@webcontainer/snapshot` packs, with symlinks. */
export async function readFolder(folder: string): Promise<Packed> {
  const entries = await readdir(folder, { withFileTypes: true });
  const result: { [name: string]: Packed } = Object.create(null);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) result[entry.name] = await readFolder(path);
    else if (entry.isSymbolicLink()) result[entry.name] = { f: { l: await readlink(path) } };
    else if (entry.isFile()) result[entry.name] = { f: { c: new Uint8Array(await readFile(path)) } };
  }
  return { d: result };
}
