import { nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import type { FileOperations } from './file-operations.ts';
import { toCallbackForm } from './operation-forms.ts';

/** Creates `fs.Dir` and the functions that open one. */
export function createDirectoryClass(host: NodeHost, operations: FileOperations): BuiltinExports & { Dir: unknown } {
  class Dir {
    readonly path: string;
    #items: unknown[] | null;

    constructor(path: string, items: unknown[]) {
      if (path === undefined) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "handle" argument must be specified');
      this.path = path;
      this.#items = items;
    }
    readSync(): unknown {
      if (this.#items === null) throw nodeError(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
      return this.#items.shift() ?? null;
    }
    read(callback?: (error: unknown, item: unknown) => void): Promise<unknown> | undefined {
      if (callback === undefined) return Promise.resolve(this.readSync());
      const item = this.readSync();
      host.loop.post(() => callback(null, item));
      return undefined;
    }
    closeSync(): void {
      this.#items = null;
    }
    close(callback?: (error: unknown) => void): Promise<void> | undefined {
      this.#items = null;
      if (callback === undefined) return Promise.resolve();
      host.loop.post(() => callback(null));
      return undefined;
    }
    async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
      try {
        for (let item = this.readSync(); item !== null; item = this.readSync()) yield item;
      } finally {
        this.closeSync();
      }
    }
  }
  const opendirSync = (path: unknown, options?: unknown): unknown => {
    const recursive = typeof options === 'object' && options !== null && 'recursive' in options && options.recursive === true;
    return new Dir(String(path), operations.readdir(path, { withFileTypes: true, recursive }));
  };
  return { Dir, opendirSync, opendir: toCallbackForm(host, opendirSync) };
}
