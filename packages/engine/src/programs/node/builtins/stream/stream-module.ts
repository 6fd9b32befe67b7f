import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import EventEmitter from 'events/';
import processShim from 'process/';
import stream, { Duplex } from 'readable-stream';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { completeBuffer } from '../buffer/complete-buffer.ts';
import { addWebBridges } from './stream-web-bridges.ts';

class PairedSide extends Duplex {
  other: PairedSide | null = null;
  #taken: (() => void) | null = null;

  override _read(): void {
    const taken = this.#taken;
    this.#taken = null;
    taken?.();
  }
  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    const { other } = this;
    if (other === null) return;
    if (chunk.length === 0) {
      processShim.nextTick(done);
      return;
    }
    other.push(chunk);
    // Called when the other side reads more.
    other.#taken = done;
  }
  override _final(done: () => void): void {
    this.other?.on('end', done);
    this.other?.push(null);
  }
}

/** Creates two connected streams: data written to one is read from the other. */
function duplexPair(options?: object): [Duplex, Duplex] {
  const [first, second] = [new PairedSide(options), new PairedSide(options)];
  first.other = second;
  second.other = first;
  return [first, second];
}

/** Creates the `stream` module: the base, with `nextTick` of this process. */
export function createStreamModule(host: NodeHost): BuiltinExports {
  completeBuffer();
  host.builtin('events');
  processShim.nextTick = (callback, ...args) => host.loop.nextTick(callback, args);
  // Piping into these streams does not end them.
  for (const name of ['stdout', 'stderr'])
    Object.defineProperty(processShim, name, { configurable: true, get: () => host.builtin('process')[name] });
  // The base already has EventEmitter in the prototype chain of a Stream; programs test for both.
  void EventEmitter;
  // The base's default export is Readable, for browser bundlers; Node's is the legacy Stream, which programs inherit from.
  const legacyStream = stream.Stream as BuiltinExports;
  addWebBridges(legacyStream);
  legacyStream.duplexPair ??= duplexPair;
  return legacyStream;
}

export function createStreamPromisesModule(host: NodeHost): BuiltinExports {
  // The base exposes the promise forms as a property.
  return host.builtin('stream').promises as BuiltinExports;
}

async function collect(source: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  return joinBytes(chunks);
}

export function createStreamConsumersModule(host: NodeHost): BuiltinExports {
  const text = async (source: AsyncIterable<Uint8Array>) => new TextDecoder().decode(await collect(source));
  return {
    text,
    json: async (source: AsyncIterable<Uint8Array>) => JSON.parse(await text(source)),
    arrayBuffer: async (source: AsyncIterable<Uint8Array>) => (await collect(source)).buffer,
    blob: async (source: AsyncIterable<Uint8Array>) => new Blob([(await collect(source)) as BlobPart]),
    buffer: async (source: AsyncIterable<Uint8Array>) =>
      (host.builtin('buffer').Buffer as { from(bytes: Uint8Array): Uint8Array }).from(await collect(source)),
  };
}

export function createStreamWebModule(): BuiltinExports {
  const names = [
    'ReadableStream',
    'ReadableStreamDefaultReader',
    'ReadableStreamBYOBReader',
    'ReadableStreamDefaultController',
    'ReadableByteStreamController',
    'WritableStream',
    'WritableStreamDefaultWriter',
    'WritableStreamDefaultController',
    'TransformStream',
    'TransformStreamDefaultController',
    'ByteLengthQueuingStrategy',
    'CountQueuingStrategy',
    'TextEncoderStream',
    'TextDecoderStream',
    'CompressionStream',
    'DecompressionStream',
  ];
  return Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]));
}
