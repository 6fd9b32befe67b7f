import { Buffer } from '../../base/buffer-class.ts';
import { OpensslError, type OpensslIo, OpensslOptions, toBase64 } from './openssl-io.ts';

interface Summing {
  update(data: Uint8Array): Summing;
  digest(): Uint8Array;
}

/** Maps Node's names to those of openssl 3. */
const digests: ReadonlyMap<string, string> = new Map([
  ['md5', 'MD5'],
  ['ripemd160', 'RIPEMD-160'],
  ['sha1', 'SHA1'],
  ['sha224', 'SHA2-224'],
  ['sha256', 'SHA2-256'],
  ['sha384', 'SHA2-384'],
  ['sha512', 'SHA2-512'],
  ['sha512-256', 'SHA2-512/256'],
  ['sha3-256', 'SHA3-256'],
  ['sha3-384', 'SHA3-384'],
  ['sha3-512', 'SHA3-512'],
]);

export const isDigest = (name: string): boolean => digests.has(name);

/** Runs `openssl dgst -sha256 file` and `openssl sha256 file`. */
export async function digest(io: OpensslIo, command: string, args: readonly string[]): Promise<number> {
  const flags = ['hex', 'binary', 'r', 'c'];
  const options = new OpensslOptions(command, args, ['hmac', 'out'], (name) => digests.has(name) || flags.includes(name));
  const name = [...options.flags].find((flag) => digests.has(flag)) ?? (isDigest(command) ? command : 'sha256');
  const key = options.value('hmac');
  const start = () =>
    (key === null ? io.crypto.createHash?.(name as never) : io.crypto.createHmac?.(name as never, key as never)) as Summing;
  const label = `${key === null ? '' : 'HMAC-'}${digests.get(name)}`;
  let exitCode = 0;
  let output: Buffer = Buffer.alloc(0);
  for (const path of options.rest.length === 0 ? [null] : options.rest) {
    try {
      const sum = Buffer.from(
        start()
          .update(await io.read(path))
          .digest(),
      );
      const hex = options.flags.has('c') ? sum.toString('hex').replace(/..(?!$)/g, '$&:') : sum.toString('hex');
      const line = options.flags.has('r') ? `${hex} *${path ?? 'stdin'}\n` : `${label}(${path ?? 'stdin'})= ${hex}\n`;
      output = Buffer.concat([output, options.flags.has('binary') ? sum : Buffer.from(line)]);
    } catch (error) {
      if (!(error instanceof OpensslError)) throw error;
      await io.note(`${path}: No such file or directory\n`);
      exitCode = 1;
    }
  }
  await io.write(options.value('out'), output);
  return exitCode;
}

/** Runs `openssl rand -base64 32`. */
export async function random(io: OpensslIo, args: readonly string[]): Promise<number> {
  const options = new OpensslOptions('rand', args, ['out'], (name) => name === 'hex' || name === 'base64');
  const [, count, unit = ''] = /^(\d+)([KMGT]?)$/.exec(options.rest[0] ?? '') ?? [];
  if (options.rest[0] === undefined) return 0;
  if (count === undefined || options.rest.length > 1) throw new OpensslError('rand: Extra arguments given.\nrand: Use -help for summary.');
  const size = Number(count) * 1024 ** ' KMGT'.indexOf(unit || ' ');
  const bytes = io.crypto.randomBytes?.(size as never) as Buffer;
  const isHex = options.flags.has('hex');
  await io.write(options.value('out'), isHex ? `${bytes.toString('hex')}\n` : options.flags.has('base64') ? toBase64(bytes) : bytes);
  return 0;
}
