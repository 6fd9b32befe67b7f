import ssh2 from 'ssh2';

export interface TestKey {
  privateText: string;
  publicText: string;
  /** In SSH's own format. */
  publicBytes: Buffer;
}

/** A key for one test; a locked one if there is a passphrase. */
export function makeKey(passphrase?: string): TestKey {
  const { generateKeyPairSync } = ssh2.utils;
  const pair =
    passphrase === undefined
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 1 });
  const parsed = ssh2.utils.parseKey(pair.public);
  if (parsed instanceof Error) throw parsed;
  return { privateText: pair.private, publicText: pair.public, publicBytes: parsed.getPublicSSH() };
}
