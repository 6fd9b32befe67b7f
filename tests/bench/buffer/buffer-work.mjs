// Runs natively and on the engine. Prints one JSON object: for each kind of work the best time in milliseconds, and a hash of all results.
import { createHash } from 'node:crypto';

const SIZES = { kB: [1_000, 2_000], MB: [1_000_000, 8], '50MB': [50_000_000, 1] };
const ROUNDS = 3;
const ENCODINGS = ['utf8', 'latin1', 'ascii', 'utf16le', 'base64', 'base64url', 'hex'];
const hash = createHash('sha256');
const times = {};

function bytesOf(length, isAscii) {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = (state >>> 16) & (isAscii ? 0x7f : 0xff);
  }
  return bytes;
}

function time(name, count, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    let result;
    for (let each = 0; each < count; each++) result = work();
    best = Math.min(best, performance.now() - startedAt);
    if (round === 0) hash.update(typeof result === 'string' ? result.slice(0, 100_000) : String(result).slice(0, 100_000));
  }
  times[name] = best;
}

const wanted = (process.argv.at(-1) ?? '').split(',');
for (const size of wanted) {
  const [length, count] = SIZES[size];
  const [bytes, ascii] = [bytesOf(length, false), bytesOf(length, true)];
  const other = Buffer.from(bytes);
  for (const encoding of ENCODINGS) {
    const source = encoding === 'utf8' ? ascii : bytes;
    time(`${size}_toString_${encoding}`, count, () => source.toString(encoding));
    const text = source.toString(encoding);
    time(`${size}_from_${encoding}`, count, () => Buffer.from(text, encoding).length);
    time(`${size}_byteLength_${encoding}`, count, () => Buffer.byteLength(text, encoding));
  }
  time(`${size}_copy`, count, () => bytes.copy(other));
  time(`${size}_equals`, count, () => bytes.equals(other));
  time(`${size}_compare`, count, () => Buffer.compare(bytes, other));
  time(`${size}_indexOf`, count, () => ascii.indexOf('no such words in it'));
  time(`${size}_indexOf_byte`, count, () => ascii.indexOf(0xfe));
  time(`${size}_lastIndexOf`, count, () => ascii.lastIndexOf('no such words in it'));
  time(`${size}_fill`, count, () => other.fill('abc').length);
  time(`${size}_concat`, count, () => Buffer.concat([bytes, ascii]).length);
  time(`${size}_swap32`, count, () => other.subarray(0, length - (length % 4)).swap32().length);
  time(`${size}_write`, count, () => other.write('some text', 1));
  time(`${size}_slice`, count, () => bytes.subarray(1, 9).length);
}
console.log(JSON.stringify({ times, hash: hash.digest('hex') }));
