import type { Buffer } from '../../base/buffer-class.ts';
import { OpensslError, type OpensslIo, OpensslOptions } from './openssl-io.ts';

export interface Key {
  asymmetricKeyType: string;
  export(options: object): string | Buffer;
}

const PRIVATE_MODE = 0o600;
const curves: Readonly<Record<string, string>> = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
  secp256r1: 'prime256v1',
};

/** Generates a key for `rsa:2048`, `ec` or `ed25519` with their options. */
export function generateKey(io: OpensslIo, algorithm: string, options: { bits?: number; curve?: string }): Key {
  const type = algorithm.toLowerCase();
  const settings: Record<string, object> = {
    rsa: { modulusLength: options.bits ?? 2048 },
    ec: { namedCurve: curves[options.curve ?? ''] ?? options.curve ?? 'prime256v1' },
    ed25519: {},
    x25519: {},
  };
  const setting = settings[type];
  if (setting === undefined) throw new OpensslError(`genpkey: the in-browser engine has RSA, EC, ED25519 and X25519, and not ${algorithm}`);
  const pair = io.crypto.generateKeyPairSync?.(...([type, setting] as never[])) as { privateKey: Key };
  return pair.privateKey;
}

export function readKey(io: OpensslIo, pem: Buffer, isPublic = false): Key {
  try {
    return (isPublic ? io.crypto.createPublicKey : io.crypto.createPrivateKey)?.(pem as never) as Key;
  } catch {
    throw new OpensslError(`Could not read ${isPublic ? 'public' : 'private'} key`);
  }
}

export const privatePem = (key: Key): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

export function publicPem(io: OpensslIo, key: Key): string {
  const half = io.crypto.createPublicKey?.(key as never) as Key;
  return String(half.export({ type: 'spki', format: 'pem' }));
}

/** Runs `openssl genrsa 2048`. */
export async function generateRsa(io: OpensslIo, args: readonly string[]): Promise<number> {
  const options = new OpensslOptions('genrsa', args, ['out'], (name) => ['traditional', 'f4', 'F4'].includes(name));
  const key = generateKey(io, 'rsa', { bits: Number(options.rest[0] ?? 2048) });
  const pem = options.flags.has('traditional') ? String(key.export({ type: 'pkcs1', format: 'pem' })) : privatePem(key);
  await io.write(options.value('out'), pem, PRIVATE_MODE);
  return 0;
}

/** Runs `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256` and `openssl ecparam -name prime256v1 -genkey`. */
export async function generateAny(io: OpensslIo, command: string, args: readonly string[]): Promise<number> {
  const options = new OpensslOptions(command, args, ['algorithm', 'pkeyopt', 'out', 'name'], (name) =>
    ['genkey', 'noout', 'quiet'].includes(name),
  );
  const settings = new Map(options.values('pkeyopt').map((each) => each.split(':') as [string, string]));
  const bits = settings.get('rsa_keygen_bits');
  const curve = options.value('name') ?? settings.get('ec_paramgen_curve');
  const algorithm = command === 'ecparam' ? 'ec' : options.value('algorithm');
  if (algorithm === null || (command === 'ecparam' && !options.flags.has('genkey')))
    throw new OpensslError(`${command}: what is here are -algorithm RSA, EC, ED25519 or X25519, and ecparam -name … -genkey`);
  const key = generateKey(io, algorithm, {
    ...(bits === undefined ? {} : { bits: Number(bits) }),
    ...(curve === undefined ? {} : { curve }),
  });
  await io.write(options.value('out'), privatePem(key), PRIVATE_MODE);
  return 0;
}

/** Runs `openssl rsa -in key.pem -pubout`, also as `pkey` and `ec`. */
export async function convertKey(io: OpensslIo, command: string, args: readonly string[]): Promise<number> {
  const options = new OpensslOptions(command, args, ['in', 'out'], (name) =>
    ['pubout', 'pubin', 'noout', 'traditional', 'check'].includes(name),
  );
  const key = readKey(io, await io.read(options.value('in')), options.flags.has('pubin'));
  if (options.flags.has('noout')) return 0;
  const isPublic = options.flags.has('pubout') || options.flags.has('pubin');
  if (command === 'rsa') await io.note('writing RSA key\n');
  const traditional = () => String(key.export({ type: command === 'ec' ? 'sec1' : 'pkcs1', format: 'pem' }));
  const pem = isPublic ? publicPem(io, key) : options.flags.has('traditional') || command === 'ec' ? traditional() : privatePem(key);
  await io.write(options.value('out'), pem, isPublic ? 0o644 : PRIVATE_MODE);
  return 0;
}
