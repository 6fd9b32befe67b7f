import { Buffer } from '../../base/buffer-class.ts';
import { bytesArgument } from './fs-arguments.ts';
import { throwIfAborted } from './operation-forms.ts';

type Chunks = Iterable<unknown> | AsyncIterable<unknown>;

function isIterable(value: unknown): value is Chunks {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Collects the data that a promise form writes: text and bytes unchanged, iterables concatenated. */
export async function wholeData(data: unknown, options: unknown): Promise<unknown> {
  if (!isIterable(data)) return data;
  const encoding = typeof options === 'string' ? options : (options as { encoding?: unknown } | null | undefined)?.encoding;
  const chunks: Uint8Array[] = [];
  for await (const chunk of data) {
    throwIfAborted([options]);
    chunks.push(bytesArgument(chunk, encoding));
  }
  return Buffer.concat(chunks);
}
