import ssh2, { type ParsedKey } from 'ssh2';
import type { HostSettings } from '../config/resolve-host.ts';
import type { SshPorts } from '../ssh-ports.ts';

/** A key that may be offered. Its private half is read only after the server has said that it accepts the key. */
export interface Identity {
  /** The name of the key in messages: its file, or its comment in the agent. */
  name: string;
  publicKey: ParsedKey;
  /** Null if the user declines or the key cannot be used. */
  sign(data: Buffer, hash: SignatureHash | undefined): Promise<Buffer | null>;
}

export type SignatureHash = 'sha1' | 'sha256' | 'sha512';

const passphraseAttempts = 3;

/** Returns the agent's keys that are also named by a file, then other keys of the agent, then those of files, as OpenSSH does. */
export async function listIdentities(settings: HostSettings, ports: SshPorts): Promise<Identity[]> {
  const fromFiles = (await Promise.all(settings.identityFiles.map((file) => readIdentity(file, ports)))).filter(
    (identity) => identity !== null,
  );
  const fromAgent = settings.agentSocket === null ? [] : await agentIdentities(settings.agentSocket);
  const isNamed = (identity: Identity) => fromFiles.some((other) => isSameKey(identity, other));
  const allowed = settings.isLimitedToIdentityFiles
    ? fromAgent.filter(isNamed)
    : [...fromAgent].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return [...allowed, ...fromFiles.filter((identity) => !allowed.some((other) => isSameKey(identity, other)))];
}

function isSameKey(a: Identity, b: Identity): boolean {
  return a.publicKey.getPublicSSH().equals(b.publicKey.getPublicSSH());
}

/** Returns no keys if no agent answers at the socket; the files are then still tried. */
function agentIdentities(socket: string): Promise<Identity[]> {
  const agent = ssh2.createAgent(socket);
  return new Promise((resolve) => {
    agent.getIdentities((error, keys) => {
      resolve(error || keys === undefined ? [] : keys.flatMap((entry) => agentIdentity(agent, parsedKey(entry))));
    });
  });
}

function agentIdentity(agent: ssh2.BaseAgent, key: ParsedKey | null): Identity[] {
  if (key === null) return [];
  const sign: Identity['sign'] = (data, hash) =>
    new Promise((resolve) => {
      agent.sign(key, data, hash === undefined ? {} : { hash }, (error, signature) => resolve(error ? null : (signature ?? null)));
    });
  return [{ name: `a key of the agent (${key.comment || key.type})`, publicKey: key, sign }];
}

/** The agents of ssh2 also return `{ pubKey }`. */
function parsedKey(entry: ssh2.KnownPublicKeys[number]): ParsedKey | null {
  const inner = typeof entry === 'object' && 'pubKey' in entry ? entry.pubKey : entry;
  const bare = typeof inner === 'object' && 'pubKey' in inner ? inner.pubKey : inner;
  return usable(ssh2.utils.parseKey(bare));
}

/** The library returns an error, or an array of one key for OpenSSH's format. */
function usable(parsed: ParsedKey | Error | readonly ParsedKey[]): ParsedKey | null {
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  return key === undefined || key instanceof Error || !('getPublicSSH' in key) ? null : key;
}

async function readIdentity(file: string, ports: SshPorts): Promise<Identity | null> {
  const text = await ports.files.readText(file);
  if (text === null) return null;
  const unlocked = usable(ssh2.utils.parseKey(text));
  if (unlocked !== null) return { name: file, publicKey: unlocked, sign: async (data, hash) => signed(unlocked, data, hash) };
  const publicKey = (await readPublicKey(file, text, ports)) ?? null;
  if (publicKey === null) {
    ports.say(`The key ${file} is not offered: it cannot be read, or it is locked and its public half is not beside it (${file}.pub).`);
    return null;
  }
  let key: ParsedKey | null = null;
  return {
    name: file,
    publicKey,
    async sign(data, hash) {
      key ??= await unlock(file, text, ports);
      return key === null ? null : signed(key, data, hash);
    },
  };
}

function signed(key: ParsedKey, data: Buffer, hash: SignatureHash | undefined): Buffer | null {
  const signature: Buffer | Error = key.isPrivateKey() ? key.sign(data, hash) : new Error('no private key');
  return signature instanceof Error ? null : signature;
}

async function unlock(file: string, text: string, ports: SshPorts): Promise<ParsedKey | null> {
  for (let attempt = 1; attempt <= passphraseAttempts; attempt += 1) {
    const passphrase = await ports.questions.passphrase({ keyFile: file, attempt });
    if (passphrase === null) return null;
    const key = usable(ssh2.utils.parseKey(text, passphrase));
    if (key !== null) return key;
  }
  ports.say(`The key ${file} was not unlocked: the passphrase was wrong ${passphraseAttempts} times.`);
  return null;
}

async function readPublicKey(file: string, text: string, ports: SshPorts): Promise<ParsedKey | null> {
  const beside = await ports.files.readText(`${file}.pub`);
  const inside = publicHalf(text);
  return (beside === null ? null : usable(ssh2.utils.parseKey(beside))) ?? (inside === null ? null : usable(ssh2.utils.parseKey(inside)));
}

/** OpenSSH's format holds the public half unlocked: magic, cipher, key derivation and its options, the count, the public key. */
function publicHalf(text: string): Buffer | null {
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]+?)-----END OPENSSH PRIVATE KEY-----/.exec(text)?.[1];
  if (body === undefined) return null;
  const bytes = Buffer.from(body, 'base64');
  const magic = 'openssh-key-v1\0';
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic) return null;
  let offset = magic.length;
  const readString = () => {
    const length = bytes.readUInt32BE(offset);
    const start = offset + 4;
    if (start + length > bytes.length) throw new RangeError('The key ends early.');
    offset = start + length;
    return bytes.subarray(start, offset);
  };
  try {
    for (let field = 0; field < 3; field += 1) readString();
    offset += 4;
    return readString();
  } catch {
    // A damaged file holds no key.
    return null;
  }
}
