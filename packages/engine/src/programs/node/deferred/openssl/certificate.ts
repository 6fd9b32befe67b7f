import { Buffer } from '../../base/buffer-class.ts';
import * as der from './der.ts';
import { generateKey, type Key, privatePem, readKey } from './key-commands.ts';
import { OpensslError, type OpensslIo, OpensslOptions } from './openssl-io.ts';

const names: Readonly<Record<string, string>> = {
  C: '2.5.4.6',
  ST: '2.5.4.8',
  L: '2.5.4.7',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  emailAddress: '1.2.840.113549.1.9.1',
};

const algorithms: Readonly<Record<string, Buffer>> = {
  rsa: der.sequence(der.identifier('1.2.840.113549.1.1.11'), der.nothing()),
  ec: der.sequence(der.identifier('1.2.840.10045.4.3.2')),
  ed25519: der.sequence(der.identifier('1.3.101.112')),
};

const DAY = 86_400_000;

/** Parses `/C=DE/CN=localhost`. */
function readSubject(text: string): Buffer {
  const parts = text.split(/(?<!\\)\//).slice(1);
  const sets = parts.filter(Boolean).map((part) => {
    const [name = '', ...value] = part.split('=');
    const identifier = names[name];
    if (identifier === undefined) throw new OpensslError(`req: Skipping unknown subject name attribute "${name}"`);
    const content = value.join('=').replaceAll('\\/', '/');
    return der.set(der.sequence(der.identifier(identifier), name === 'C' ? der.printable(content) : der.utf8(content)));
  });
  return der.sequence(...sets);
}

function readAlternativeName(text: string): Buffer {
  const [kind = '', ...rest] = text.trim().split(':');
  const value = rest.join(':');
  if (kind === 'DNS') return der.implicit(2, Buffer.from(value));
  if (kind === 'email') return der.implicit(1, Buffer.from(value));
  if (kind === 'IP') return der.implicit(7, value.includes(':') ? readLongAddress(value) : Buffer.from(value.split('.').map(Number)));
  throw new OpensslError(`req: of subjectAltName the in-browser engine has DNS, IP and email, and not ${kind}`);
}

function readLongAddress(text: string): Buffer {
  const [before = '', after] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(before), groups(after ?? '')];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

function extension(identifier: string, content: Uint8Array, isCritical = false): Buffer {
  return der.sequence(der.identifier(identifier), ...(isCritical ? [der.boolean(true)] : []), der.octets(content));
}

/** Encodes the extensions of openssl's default settings for `-x509`, and those added by `-addext`. */
function extensionsOf(io: OpensslIo, publicKey: Buffer, added: readonly string[]): Buffer {
  const hash = io.crypto.createHash?.('sha1' as never) as { update(data: Uint8Array): { digest(): Buffer } };
  const keyId = hash.update(publicKey).digest();
  const list = [
    extension('2.5.29.14', der.octets(keyId)),
    extension('2.5.29.35', der.sequence(der.implicit(0, keyId))),
    extension('2.5.29.19', der.sequence(der.boolean(true)), true),
  ];
  for (const text of added) {
    const [name = '', ...value] = text.split('=');
    if (name.trim() !== 'subjectAltName')
      throw new OpensslError(`req: of -addext the in-browser engine has subjectAltName, and not ${name}`);
    list.push(extension('2.5.29.17', der.sequence(...value.join('=').split(',').map(readAlternativeName))));
  }
  return der.tagged(3, der.sequence(...list));
}

function sign(io: OpensslIo, key: Key, content: Buffer): Buffer {
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return io.crypto.sign?.(...([digest, content, key] as never[])) as Buffer;
}

/** Runs `openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 365 -subj /CN=localhost`. */
export async function request(io: OpensslIo, args: readonly string[]): Promise<number> {
  const valued = ['newkey', 'key', 'keyout', 'out', 'days', 'subj', 'addext', 'pkeyopt', 'set_serial', 'keyform'];
  const flags = ['x509', 'nodes', 'noenc', 'new', 'batch', 'sha256', 'utf8', 'quiet'];
  const options = new OpensslOptions('req', args, valued, (name) => flags.includes(name));
  if (!options.flags.has('x509')) throw new OpensslError('req: the in-browser engine makes certificates that sign themselves: add -x509');
  const subject = options.value('subj');
  if (subject === null) throw new OpensslError('req: say the name with -subj "/CN=localhost": it is not asked for here');
  const key = await keyOf(io, options);
  if (options.value('key') === null && !options.flags.has('nodes') && !options.flags.has('noenc'))
    throw new OpensslError('req: the key is written without a password here: say so with -nodes');
  const algorithm = algorithms[key.asymmetricKeyType];
  if (algorithm === undefined) throw new OpensslError(`req: no certificates with keys of type ${key.asymmetricKeyType}`);
  const half = io.crypto.createPublicKey?.(key as never) as Key;
  const publicKey = half.export({ type: 'spki', format: 'der' }) as Buffer;
  const name = readSubject(subject);
  const begin = new Date();
  const days = Number(options.value('days') ?? 30);
  const content = der.sequence(
    der.tagged(0, der.integer(Buffer.from([2]))),
    der.integer(io.crypto.randomBytes?.(19 as never) as Buffer),
    algorithm,
    name,
    der.sequence(der.time(begin), der.time(new Date(begin.getTime() + days * DAY))),
    name,
    publicKey,
    extensionsOf(io, publicKey, options.values('addext')),
  );
  const certificate = der.sequence(content, algorithm, der.bits(sign(io, key, content)));
  await io.write(options.value('out'), der.toPem('CERTIFICATE', certificate));
  return 0;
}

async function keyOf(io: OpensslIo, options: OpensslOptions): Promise<Key> {
  const path = options.value('key');
  if (path !== null) return readKey(io, await io.read(path));
  const [algorithm = 'rsa', bits] = (options.value('newkey') ?? 'rsa:2048').split(':');
  const curve = options.values('pkeyopt').find((each) => each.startsWith('ec_paramgen_curve:'));
  const key = generateKey(io, algorithm, {
    ...(bits === undefined ? {} : { bits: Number(bits) }),
    ...(curve === undefined ? {} : { curve: curve.slice(curve.indexOf(':') + 1) }),
  });
  await io.write(options.value('keyout') ?? 'privkey.pem', privatePem(key), 0o600);
  return key;
}
