import zlibCodecsFile from 'deferred:zlib-codecs';
import { callableClass } from '../../base/callable-class.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { zlibCodecs } from '../../deferred/zlib-codecs.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { createBrotliClasses } from './brotli-classes.ts';
import type { ZlibSettings } from './codec.ts';
import { CodecHandle } from './codec-handle.ts';
import { afterWrite, type FlushNumbers, ZlibBase } from './zlib-base.ts';
import { ZLIB_FLUSH, ZLIB_MODE } from './zlib-modes.ts';
import { dictionaryBytes, numberInRange, optionsOf, type ZlibOptions } from './zlib-options.ts';

export type ZlibClass = new (options?: unknown) => ZlibBase;

const zlibNumbers: FlushNumbers = {
  flush: ZLIB_FLUSH.none,
  finishFlush: ZLIB_FLUSH.finish,
  fullFlush: ZLIB_FLUSH.full,
  last: ZLIB_FLUSH.block,
};
const DEFAULT_BITS = 15;
const DEFAULT_MEMORY_LEVEL = 8;

const loaded = new WeakMap<NodeHost, typeof zlibCodecs>();

/** Loaded with the first stream, because many programs import `zlib` without using it. */
function codecs(host: NodeHost): typeof zlibCodecs {
  let part = loaded.get(host);
  if (part === undefined) {
    part = (loadDeferred(host, 'zlib-codecs', zlibCodecsFile) as { zlibCodecs: typeof zlibCodecs }).zlibCodecs;
    loaded.set(host, part);
  }
  return part;
}

function windowBitsOf(options: ZlibOptions | undefined | null, mode: number): number {
  const isReading = mode === ZLIB_MODE.inflate || mode === ZLIB_MODE.gunzip || mode === ZLIB_MODE.unzip;
  const given = options?.windowBits;
  // Without a size, the header of the compressed data specifies it.
  if (isReading && (given === undefined || given === null || given === 0)) return 0;
  const lowest = mode === ZLIB_MODE.gzip ? 9 : 8;
  const bits = numberInRange(given ?? undefined, 'options.windowBits', lowest, DEFAULT_BITS, DEFAULT_BITS);
  // As zlib does, a raw stream uses 9 instead of 8.
  return mode === ZLIB_MODE.deflateRaw && bits === 8 ? 9 : bits;
}

function settingsOf(options: ZlibOptions | undefined | null, mode: number): ZlibSettings {
  return {
    mode,
    windowBits: windowBitsOf(options, mode),
    level: numberInRange(options?.level, 'options.level', -1, 9, -1),
    memoryLevel: numberInRange(options?.memLevel, 'options.memLevel', 1, 9, DEFAULT_MEMORY_LEVEL),
    strategy: numberInRange(options?.strategy, 'options.strategy', 0, 4, 0),
    dictionary: dictionaryBytes(options?.dictionary),
  };
}

/** The base class of all deflate streams. */
class Zlib extends ZlibBase {
  declare _level: number;
  declare _strategy: number;
  declare _mode: number;

  constructor(host: NodeHost, given: unknown, mode: number) {
    const options = optionsOf(given);
    const settings = settingsOf(options, mode);
    const handle = new CodecHandle(host.loop, () => codecs(host).create(settings));
    super(host, options, handle, zlibNumbers);
    handle.init([], this._writeState, () => afterWrite(this, handle));
    this._level = settings.level;
    this._strategy = settings.strategy;
    this._mode = mode;
  }

  params(level: unknown, strategy: unknown, callback?: () => void): void {
    const newLevel = numberInRange(level, 'level', -1, 9, -1);
    const newStrategy = numberInRange(strategy, 'strategy', 0, 4, 0);
    if (this._level === newLevel && this._strategy === newStrategy) {
      if (callback) this.host.loop.nextTick(callback, []);
      return;
    }
    this.flush(ZLIB_FLUSH.sync, (error: unknown) => {
      if (this._handle === null) return;
      this._handle.params(newLevel, newStrategy);
      if (this.destroyed) return;
      this._level = newLevel;
      this._strategy = newStrategy;
      if (callback) (callback as (error: unknown) => void)(error);
    });
  }
}

/** Returns all classes of `zlib` by name. */
export function createZlibClasses(host: NodeHost): Map<string, ZlibClass> {
  const classes: [string, ZlibClass][] = (
    [
      ['Deflate', ZLIB_MODE.deflate],
      ['Inflate', ZLIB_MODE.inflate],
      ['Gzip', ZLIB_MODE.gzip],
      ['Gunzip', ZLIB_MODE.gunzip],
      ['DeflateRaw', ZLIB_MODE.deflateRaw],
      ['InflateRaw', ZLIB_MODE.inflateRaw],
      ['Unzip', ZLIB_MODE.unzip],
    ] as const
  ).map(([name, mode]) => [
    name,
    class extends Zlib {
      // Like Node's, the constructor has one parameter; programs that wrap it read `length`.
      constructor(options?: unknown) {
        super(host, options, mode);
      }
    },
  ]);
  classes.push(...createBrotliClasses(host));
  for (const name of ['ZstdCompress', 'ZstdDecompress'])
    classes.push([
      name,
      class extends ZlibBase {
        constructor(_options: unknown) {
          throw notSupported(`zlib.${name}`, 'Zstandard is not built in; use brotli or gzip, or the package @bokuweb/zstd-wasm');
          // biome-ignore lint/correctness/noUnreachable: a derived constructor has to call it
          super(host, undefined, new CodecHandle(host.loop, () => never()), zlibNumbers);
        }
      },
    ]);
  return new Map(classes.map(([name, Class]) => [name, callableClass(name, Class, 'instances')]));
}

function never(): never {
  throw new Error('never made');
}
