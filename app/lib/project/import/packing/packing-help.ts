import type { Hasher } from '../../../agent/contract/ports.ts';
import type { Reason } from '../../../protocol/texts/reason.ts';
import { ImportProblem } from '../import-source.ts';
import { memoryOf, type PackContents, type PackedContents, packContents } from './pack-contents.ts';

/** From one worker of an import to another, whose processor it uses as well. */
interface ToHelper {
  contents: readonly Uint8Array[];
}

type FromHelper = { type: 'ready' } | { type: 'packed'; packed: PackedContents } | { type: 'failed'; reason: Reason };

/** In the worker that helps. `problemOf`: why something could not be done. */
export function helpThrough(port: MessagePort, hasher: Hasher, problemOf: (error: unknown) => Reason): void {
  const say = (message: FromHelper, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  // One after the other: its answers come in the order in which it was asked.
  let working = Promise.resolve();
  port.onmessage = ({ data: { contents } }: MessageEvent<ToHelper>) => {
    working = working
      .then(() => packContents(contents, hasher))
      .then(
        (packed) => say({ type: 'packed', packed }, memoryOf(packed.contents, packed)),
        (error: unknown) => say({ type: 'failed', reason: problemOf(error) }),
      );
  };
  say({ type: 'ready' });
}

export interface PackingHelper {
  /** Its worker has begun. Before that nothing is given to it: it may never come. */
  isReady(): boolean;
  pack: PackContents;
}

/** In the worker that is helped. Contents that are given away are gone from here. */
export function helperAt(port: MessagePort): PackingHelper {
  let isReady = false;
  const waiting: { resolve(packed: PackedContents): void; reject(error: Error): void }[] = [];
  port.onmessage = ({ data }: MessageEvent<FromHelper>) => {
    if (data.type === 'ready') isReady = true;
    else if (data.type === 'packed') waiting.shift()?.resolve(data.packed);
    else waiting.shift()?.reject(new ImportProblem(data.reason));
  };
  return {
    isReady: () => isReady,
    pack: (contents) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        const message: ToHelper = { contents };
        port.postMessage(message, [...new Set(contents.map(({ buffer }) => buffer))] as ArrayBuffer[]); // None of it is shared.
      }),
  };
}
