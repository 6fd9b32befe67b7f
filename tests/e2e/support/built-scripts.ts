import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const ASSETS = new URL('../../../build/client/assets/', import.meta.url);
/** TypeScript itself, for the types of a project: a program of its own, which is loaded when a file of types is opened. */
const TYPE_SERVICE = /^types-worker-/;

export interface BuiltScript {
  /** Of its file. */
  name: string;
  /** Gzipped. */
  bytes: number;
  isOfTypeService: boolean;
}

/** Every script of the built app, the largest first: pages, workers, documents that the agent reads. The engine's are in another folder. */
export async function builtScripts(): Promise<BuiltScript[]> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: gzipSync(await readFile(new URL(name, ASSETS)), { level: 6 }).byteLength,
      isOfTypeService: TYPE_SERVICE.test(name),
    })),
  );
  return scripts.sort((a, b) => b.bytes - a.bytes);
}
