import type { Hasher } from '../../../agent/contract/ports.ts';
import type { Reason } from '../../../protocol/texts/reason.ts';
import { ImportProblem } from '../import-source.ts';
import { memoryOf, type PackContents, type PackedContents, packContents } from './pack-contents.ts';

/** From one import worker to another, to use a second processor. */
interface ToHelper {
  contents: readonly Uint8Array[];
}

type FromHelper = { type: 'ready' } | { type: 'packed'; packed: PackedContents } | { type: 'failed'; reason: Reason };

/** Runs in the helping worker. `problemOf` turns an error into a reason. */
export function helpThrough(port: MessagePort, hasher: Hasher, problemOf: (error: unknown) => Reason): void {
  const say = (message: FromHelper, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  // One after the other, so that the answers come in the order of the requests.
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
  /** The helper has started. Before that it gets no work, since it may never start. */
  isReady(): boolean;
  pack: PackContents;
}

/** Runs in the worker that is helped. Contents passed to the helper are transferred and no longer available here. */
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
        port.postMessage(message, [...new Set(contents.map(({ buffer }) => buffer))] as ArrayBuffer[]); // None is shared memory.
      }),
  };
}
