import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';

// Classic scripts and modules (the kind is unknown here) have no other common way to import a script. The prelude is put on the first line,
// so that line numbers are unchanged.
const PRELUDE = `{const r=new XMLHttpRequest();r.open('GET','${PREVIEW_PATHS.workerScript}',false);r.send();(0,eval)(r.responseText)}`;

/** Inserts the engine's script before that of a worker as the bytes stream through. */
export function workerPrelude(): TransformStream<Uint8Array, Uint8Array> {
  let isFirst = true;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(data, controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode(PRELUDE));
      isFirst = false;
      controller.enqueue(data);
    },
  });
}
