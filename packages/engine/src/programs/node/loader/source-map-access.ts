import sourceMapsFile from 'deferred:source-maps';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type { SourceMapStore } from '../deferred/source-maps.ts';
import { shapeSystemError } from '../errors/shape-system-error.ts';
import type { NodeHost } from '../node-host.ts';
import { fileUrlToPath, pathToFileUrl } from './module-files.ts';

/** Source maps, loaded when a program or `--enable-source-maps` first needs them. */
export class SourceMapAccess {
  #store: SourceMapStore | null = null;
  isEnabled = false;

  constructor(private readonly host: NodeHost) {}

  get store(): SourceMapStore {
    if (this.#store === null) {
      // The type of the part's exports.
      const part = loadDeferred(this.host, 'source-maps', sourceMapsFile) as { SourceMapStore: typeof SourceMapStore };
      this.#store = new part.SourceMapStore({
        readText: (path) => this.#readText(path),
        toPath: fileUrlToPath,
        toUrl: pathToFileUrl,
      });
    }
    return this.#store;
  }

  #readText(path: string): string {
    try {
      return new TextDecoder().decode(this.host.system.sync('readFile', path));
    } catch (error) {
      throw shapeSystemError(error, { syscall: 'open', path });
    }
  }

  mapText(stack: string): string {
    return this.isEnabled ? this.store.mapText(stack) : stack;
  }

  /** Returns the text of a source that is not a file. */
  contentOf(path: string): string | null {
    return this.isEnabled ? this.store.contentOf(path) : null;
  }
}
