import { Buffer } from '../../base/buffer-class.ts';
import { OpensslError, type OpensslIo, OpensslOptions, toBase64 } from './openssl-io.ts';

interface Cipher {
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
}

const ciphers = /^(?:aes-?(128|192|256)(?:-(cbc|ecb|ctr))?)$/;
const MARK = 'Salted__';
const ITERATIONS = 10_000;

/** Reads a password from the source that `-pass` names. */
async function readPassword(io: OpensslIo, options: OpensslOptions): Promise<string> {
  const direct = options.value('k');
  if (direct !== null) return direct;
  const [kind = '', ...rest] = (options.value('pass') ?? '').split(':');
  const argument = rest.join(':');
  if (kind === 'pass') return argument;
  if (kind === 'env') return io.env[argument] ?? '';
  if (kind === 'file') return (await io.read(argument)).toString('utf8').split('\n')[0] ?? '';
  throw new OpensslError('enc: give the password as -pass pass:…, -pass env:… or -pass file:…: it is not asked for here');
}

/** Derives the key and vector from a password, as openssl does. */
function deriveKey(io: OpensslIo, options: OpensslOptions, password: string, salt: Uint8Array, size: number): Uint8Array {
  const digestName = options.value('md') ?? 'sha256';
  const iterations = options.value('iter');
  if (options.flags.has('pbkdf2') || iterations !== null)
    return io.crypto.pbkdf2Sync?.(...([password, salt, Number(iterations ?? ITERATIONS), size, digestName] as never[])) as Uint8Array;
  let made: Uint8Array = new Uint8Array();
  for (let last: Uint8Array = new Uint8Array(); made.length < size; made = Buffer.concat([made, last])) {
    const hash = io.crypto.createHash?.(digestName as never) as { update(data: Uint8Array): unknown; digest(): Uint8Array };
    hash.update(Buffer.concat([last, Buffer.from(password), salt]));
    last = hash.digest();
  }
  return made.subarray(0, size);
}

/** Runs `openssl enc -aes-256-cbc` and `openssl base64`. */
export async function encipher(io: OpensslIo, command: string, args: readonly string[]): Promise<number> {
  const valued = ['in', 'out', 'pass', 'k', 'K', 'iv', 'S', 'iter', 'md'];
  const flags = ['e', 'd', 'a', 'base64', 'A', 'salt', 'nosalt', 'pbkdf2', 'p'];
  const options = new OpensslOptions(command, args, valued, (name) => flags.includes(name) || ciphers.test(name));
  const cipher = [command, ...options.flags].find((name) => ciphers.test(name));
  const isText = command === 'base64' || options.flags.has('a') || options.flags.has('base64');
  const isOpening = options.flags.has('d');
  const input = await io.read(options.value('in'));
  const data = isText && isOpening ? Buffer.from(input.toString('latin1'), 'base64') : input;
  const changed = cipher === undefined ? data : await transform(io, options, cipher, data);
  await io.write(options.value('out'), isText && !isOpening ? toBase64(changed, options.flags.has('A')) : changed);
  return 0;
}

async function transform(io: OpensslIo, options: OpensslOptions, cipher: string, data: Uint8Array): Promise<Uint8Array> {
  const [, bits = '256', mode = 'cbc'] = ciphers.exec(cipher) ?? [];
  const isOpening = options.flags.has('d');
  const keySize = Number(bits) / 8;
  const vectorSize = mode === 'ecb' ? 0 : 16;
  const givenKey = options.value('K');
  let head: Uint8Array = new Uint8Array();
  let body = data;
  let both: Uint8Array;
  if (givenKey !== null) {
    const vector = Buffer.from(options.value('iv') ?? '', 'hex');
    if (vectorSize > 0 && options.value('iv') === null) throw new OpensslError('iv undefined');
    both = Buffer.concat([Buffer.from(givenKey.padEnd(keySize * 2, '0'), 'hex'), vector, Buffer.alloc(16)]);
  } else {
    const given = options.value('S');
    let salt: Uint8Array = given === null ? (io.crypto.randomBytes?.(8 as never) as Uint8Array) : Buffer.from(given, 'hex');
    if (options.flags.has('nosalt')) salt = Buffer.alloc(0);
    else if (isOpening && given === null) {
      if (Buffer.from(data.subarray(0, 8)).toString('latin1') !== MARK) throw new OpensslError('bad magic number');
      [salt, body] = [data.subarray(8, 16), data.subarray(16)];
    } else if (!isOpening && given === null) head = Buffer.concat([Buffer.from(MARK), salt]);
    const isStrong = options.flags.has('pbkdf2') || options.value('iter') !== null;
    if (!isStrong) await io.note('*** WARNING : deprecated key derivation used.\nUsing -iter or -pbkdf2 would be better.\n');
    both = deriveKey(io, options, await readPassword(io, options), salt, keySize + vectorSize);
  }
  const make = isOpening ? io.crypto.createDecipheriv : io.crypto.createCipheriv;
  const vector = vectorSize === 0 ? null : both.subarray(keySize, keySize + vectorSize);
  try {
    const run = make?.(...([`aes-${bits}-${mode}`, both.subarray(0, keySize), vector] as never[])) as Cipher;
    return Buffer.concat([head, run.update(body), run.final()]);
  } catch {
    throw new OpensslError('bad decrypt');
  }
}
