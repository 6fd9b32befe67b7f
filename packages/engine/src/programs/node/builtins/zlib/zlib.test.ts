import { execFileSync } from 'node:child_process';
import * as native from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { zlibCodecs } from '../../deferred/zlib-codecs.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';
import type { Codec, ZlibSettings } from './codec.ts';
import { ZLIB_FLUSH, ZLIB_MODE } from './zlib-modes.ts';

/** Processes `parts`, the last one with a finishing flush, into outputs of `outputBytes` each. */
function drive(codec: Codec, parts: readonly Uint8Array[], flush: number, outputBytes: number): Buffer {
  const output: Uint8Array[] = [];
  parts.forEach((part, index) => {
    let rest = part;
    do {
      const room = new Uint8Array(outputBytes);
      const error = codec.run(index === parts.length - 1 ? ZLIB_FLUSH.finish : flush, rest, room);
      if (error !== null) throw new Error(`${error.code} ${error.message}`);
      output.push(room.subarray(0, outputBytes - codec.availableOut));
      rest = rest.subarray(rest.length - codec.availableIn);
    } while (codec.availableOut === 0);
  });
  return Buffer.concat(output);
}

const text = fc
  .array(fc.oneof(fc.constantFrom('function ', 'return ', '  const x = '), fc.string(), fc.nat().map(String)), { maxLength: 60 })
  .map((words) => Buffer.from(words.join('').repeat(5)));

const formats = [
  { name: 'zlib', pack: ZLIB_MODE.deflate, unpack: ZLIB_MODE.inflate, inflate: native.inflateSync, deflate: native.deflateSync },
  { name: 'gzip', pack: ZLIB_MODE.gzip, unpack: ZLIB_MODE.gunzip, inflate: native.gunzipSync, deflate: native.gzipSync },
  { name: 'raw', pack: ZLIB_MODE.deflateRaw, unpack: ZLIB_MODE.inflateRaw, inflate: native.inflateRawSync, deflate: native.deflateRawSync },
  { name: 'any', pack: ZLIB_MODE.gzip, unpack: ZLIB_MODE.unzip, inflate: native.unzipSync, deflate: native.gzipSync },
];

const settings = fc.record({
  format: fc.constantFrom(...formats),
  level: fc.integer({ min: -1, max: 9 }),
  strategy: fc.integer({ min: 0, max: 4 }),
  windowBits: fc.integer({ min: 9, max: 15 }),
  memoryLevel: fc.integer({ min: 1, max: 9 }),
  dictionary: fc.option(fc.constant(new Uint8Array(Buffer.from('function return const x'))), { nil: undefined }),
  flush: fc.constantFrom(ZLIB_FLUSH.none, ZLIB_FLUSH.partial, ZLIB_FLUSH.sync, ZLIB_FLUSH.full, ZLIB_FLUSH.block),
  outputBytes: fc.integer({ min: 7, max: 400 }),
  parts: fc.array(text, { minLength: 1, maxLength: 4 }),
});

describe('the codecs of zlib', () => {
  it('write in every setting what native Node reads, and read what it writes', () => {
    fc.assert(
      fc.property(settings, ({ format, parts, flush, outputBytes, dictionary, ...rest }) => {
        // gzip has no dictionaries.
        const words = format.pack === ZLIB_MODE.gzip ? undefined : dictionary;
        const given: ZlibSettings = { mode: format.pack, dictionary: words, ...rest };
        const whole = Buffer.concat(parts);
        const nativeOptions = { windowBits: rest.windowBits, ...(words === undefined ? {} : { dictionary: words }) };
        const packed = drive(zlibCodecs.create(given), parts, flush, outputBytes);
        expect(format.inflate(packed, nativeOptions).equals(whole)).toBe(true);
        const nativelyPacked = format.deflate(whole, {
          ...nativeOptions,
          level: rest.level,
          memLevel: rest.memoryLevel,
          strategy: rest.strategy,
        });
        const unpacked = drive(zlibCodecs.create({ ...given, mode: format.unpack }), [nativelyPacked], flush, outputBytes);
        expect(unpacked.equals(whole)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('change level and strategy in the middle of a stream', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 4 })), { minLength: 1 }), (steps) => {
        const codec = zlibCodecs.create({
          mode: ZLIB_MODE.deflate,
          level: 6,
          strategy: 0,
          windowBits: 15,
          memoryLevel: 8,
          dictionary: undefined,
        });
        const room = new Uint8Array(1_000_000);
        const packed: Buffer[] = steps.map(([part, level, strategy]) => {
          codec.run(ZLIB_FLUSH.sync, part, room);
          const written = Buffer.from(room.subarray(0, room.length - codec.availableOut));
          codec.params(level, strategy);
          return written;
        });
        packed.push(drive(codec, [new Uint8Array(0)], ZLIB_FLUSH.none, 1000));
        expect(native.inflateSync(Buffer.concat(packed)).equals(Buffer.concat(steps.map(([part]) => part)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

/** Uses the streams in ways that packages do beyond piping; the expected output is printed by native Node. */
const STREAMS = `
const zlib = require('node:zlib');
const { pipeline, Readable } = require('node:stream');
// As minizlib does: the stream is kept while it works at once.
function step(stream, chunk, flush) {
  const handle = stream._handle, { close } = handle, closeStream = stream.close;
  handle.close = () => {}; stream.close = () => {};
  const result = Buffer.from(stream._processChunk(Buffer.from(chunk), flush));
  stream._handle = handle; handle.close = close; stream.close = closeStream;
  stream.removeAllListeners('error');
  return result;
}
const kept = zlib.createGzip({});
const pieces = [step(kept, 'hello ', kept._defaultFlushFlag), step(kept, 'world', zlib.constants.Z_FULL_FLUSH), step(kept, '', kept._finishFlushFlag)];
console.log(zlib.gunzipSync(Buffer.concat(pieces)).toString());
console.log([zlib.Gzip(), new zlib.Inflate(), zlib.BrotliCompress()].map((stream) => stream.constructor.name));
function Own(options) { zlib.Gunzip.call(this, options); }
require('node:util').inherits(Own, zlib.Gunzip);
const own = new Own();
own.on('data', (data) => console.log('own', String(data)));
own.end(zlib.gzipSync('inherited'));
const members = Buffer.concat([zlib.gzipSync('abc'), zlib.gzipSync('def'), Buffer.alloc(9)]);
console.log(zlib.gunzipSync(members).toString(), zlib.unzipSync(members).toString());
for (const attempt of [
  () => zlib.gunzipSync(members.subarray(0, 15)), () => zlib.inflateSync('garbage'), () => zlib.createGzip({ level: 10 }),
  () => zlib.createGzip({ chunkSize: 'x' }), () => zlib.gzip('x'), () => zlib.gunzipSync(members, { maxOutputLength: 1 }),
  () => zlib.inflateSync(zlib.deflateSync('a', { dictionary: Buffer.from('b') })), () => zlib.brotliDecompressSync('0xffffffff'),
]) try { console.log(attempt()); } catch (error) { console.log(error.name, error.code, error.errno, error.message); }
const changing = zlib.createDeflate();
const written = [];
changing.on('data', (data) => written.push(data));
changing.write('abc');
changing.flush(() => {
  console.log('flushed', Buffer.concat(written).length);
  changing.params(0, zlib.constants.Z_DEFAULT_STRATEGY, () => changing.end('y'.repeat(100)));
});
changing.on('end', () => console.log(Buffer.concat(written).length, zlib.inflateSync(Buffer.concat(written)).length));
const bad = zlib.createGunzip();
bad.on('error', (error) => console.log(error.code, bad._closed));
bad.on('close', () => console.log('closed'));
bad.end('not gzip');
zlib.gzip('abc', { info: true }, (error, { engine }) => console.log(error, engine.constructor.name, engine.bytesWritten));
const brotli = zlib.createBrotliCompress();
const brotliParts = [];
brotli.on('data', (data) => brotliParts.push(data));
brotli.write('first');
brotli.flush(() => {
  console.log('brotli flushed', brotliParts.length > 0);
  brotli.end('second');
});
brotli.on('end', () => console.log(zlib.brotliDecompressSync(Buffer.concat(brotliParts)).toString()));
const large = Buffer.alloc(1_000_000, 'abcdefghijk');
pipeline(Readable.from([large]), zlib.createGzip(), zlib.createGunzip(), async (source) => {
  let length = 0;
  for await (const chunk of source) length += chunk.length;
  console.log('piped', length);
}, (error) => console.log(error));
`;

describe('the streams of zlib', () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadNodeProgram();
  });

  it('do as native ones for packages that reach into them', async () => {
    const expected = execFileSync(process.execPath, ['-e', STREAMS], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', STREAMS]);
    // Concurrent streams may end in a different order.
    const lines = (output: string) => output.split('\n').sort();
    expect({ exitCode: ran.exitCode, lines: lines(ran.stdout), stderr: ran.stderr }).toEqual({
      exitCode: 0,
      lines: lines(expected),
      stderr: '',
    });
  });
});

describe('flushes around the end', () => {
  const PROGRAM = `
const zlib = require('node:zlib');
for (const name of ['createGzip', 'createDeflate', 'createDeflateRaw']) {
  const stream = zlib[name]();
  let length = 0;
  stream.on('data', (data) => { length += data.length; }).on('end', () => console.log(name, length)).on('error', (error) => console.log(name, error.code));
  stream.write('first');
  setTimeout(() => { stream.flush(); stream.write('last'); stream.flush(); stream.end(); stream.flush(); }, 10);
}`;

  it('are no errors when the last of the data has ended the stream before their turn', async () => {
    const { stdout, ...rest } = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', PROGRAM]);
    // The order in which the three end is random: native Node compresses on several threads.
    const sorted = (text: string) => text.split('\n').sort();
    expect(sorted(stdout)).toEqual(sorted(execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' })));
    expect(rest).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe('what is written after the end of a compressed stream', () => {
  const program = (create: string, compress: string) => `
const zlib = require('node:zlib');
const stream = zlib.${create}();
let text = '';
stream.on('data', (data) => { text += data; }).on('end', () => console.log('end', text));
let written = 0;
for (const chunk of [zlib.${compress}('Welcome'), Buffer.from([0]), Buffer.from([0])]) stream.write(chunk, () => { written += 1; });
stream.flush(() => console.log('flushed', written, stream._readableState.endEmitted));
`;

  // Native Node 20 never calls back for these; Node 22 does.
  it.each([
    ['createInflateRaw', 'deflateRawSync'],
    ['createInflate', 'deflateSync'],
  ])('is taken and answered, and so is a flush (%s)', async (create, compress) => {
    const ran = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', program(create, compress)]);
    expect(ran).toEqual({ exitCode: 0, stdout: 'end Welcome\nflushed 3 true\n', stderr: '' });
  });
});
