import ssh2 from 'ssh2';

export interface TestKey {
  privateText: string;
  publicText: string;
  /** In SSH's own format. */
  publicBytes: Buffer;
}

/** A key for one test; a locked one if there is a passphrase. */
export function makeKey(passphrase?: string): TestKey {
  const { generateKeyPairSync, parseKey } = ssh2.utils;
  // The library makes one of about 256 keys so that it cannot read it itself.
  for (;;) {
    const pair =
      passphrase === undefined
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 1 });
    const parsed = parseKey(pair.public);
    if (parsed instanceof Error || parseKey(pair.private, passphrase) instanceof Error) continue;
    return { privateText: pair.private, publicText: pair.public, publicBytes: parsed.getPublicSSH() };
  }
}
