import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const ASSETS = new URL('../../../build/client/assets/', import.meta.url);
/** TypeScript itself, for a project's types: a separate program, loaded when a TypeScript file is opened. */
const TYPE_SERVICE = /^types-worker-/;

export interface BuiltScript {
  /** The file's name. */
  name: string;
  /** Gzipped. */
  bytes: number;
  isOfTypeService: boolean;
}

/**
 * Returns every script of the built app, largest first: pages, workers, documents read by the agent. The engine's are in another folder.
 */
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
