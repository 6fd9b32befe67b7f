import { contentHashSchema } from '../../protocol/ids.ts';
import { workerChannel } from '../../workers/worker-channel.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import { createImportReader, type ImportReader, importProblem, type ReadBatch } from './import-reader.ts';
import { memoryOf } from './packing/pack-contents.ts';
import { helperAt, helpThrough } from './packing/packing-help.ts';

// Entry of the worker that unpacks, sorts and hashes an import, so that the page stays responsive.

const channel = workerChannel<ToImportWorker, FromImportWorker>();

let reader: ImportReader | null = null;
let next: (() => void) | null = null;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const hasher = {
  async hash(content: Uint8Array) {
    // These buffers are never shared memory.
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>));
    return contentHashSchema.parse(Array.from(digest, (byte) => HEX[byte]).join(''));
  },
};

channel.onmessage = ({ data }) => {
  answer(data).catch((error: unknown) => channel.postMessage({ type: 'failed', reason: importProblem(error) }));
};

async function answer(message: ToImportWorker): Promise<void> {
  if (message.type === 'help') {
    helpThrough(message.port, hasher, importProblem);
    channel.postMessage({ type: 'helping' });
  }
  if (message.type === 'open')
    reader = createImportReader(message.source, hasher, { helpers: message.helpers.map(helperAt), languages: navigator.languages });
  if (message.type === 'next') next?.();
  if (reader === null) return;
  if (message.type === 'plan') channel.postMessage({ type: 'planned', plan: await reader.plan(message) });
  if (message.type === 'read') channel.postMessage({ type: 'done', damaged: await reader.read(giveBatch) });
}

function giveBatch(batch: ReadBatch): Promise<void> {
  return new Promise((resolve) => {
    next = resolve;
    // Each content has its own buffer, which this worker no longer needs.
    channel.postMessage({ type: 'batch', batch }, memoryOf(batch.files, batch));
  });
}
