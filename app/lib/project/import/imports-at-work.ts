import { atom } from 'nanostores';
import type { ImportReader } from './import-reader.ts';
import type { ComingSource } from './import-source.ts';

type Read = (source: ComingSource) => ImportReader;

const $importsAtWork = atom(0);

/** Counts a reader as active until it is closed. */
export function countImports(read: Read): Read {
  return (source) => {
    const reader = read(source);
    let isOpen = true;
    $importsAtWork.set($importsAtWork.get() + 1);
    return {
      ...reader,
      close() {
        if (isOpen) $importsAtWork.set($importsAtWork.get() - 1);
        isOpen = false;
        reader.close();
      },
    };
  };
}

/** Resolves when no import is running. An import uses all processors, so background work should wait for it. */
export async function noImports(): Promise<void> {
  while ($importsAtWork.get() > 0) {
    await new Promise<void>((resolve) => {
      const stop = $importsAtWork.listen(() => {
        stop();
        resolve();
      });
    });
  }
}
