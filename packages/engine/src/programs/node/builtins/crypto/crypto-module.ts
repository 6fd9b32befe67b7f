import asymmetricFile from 'deferred:asymmetric-crypto';
import coreFile from 'deferred:crypto-core';
import symmetricFile from 'deferred:symmetric-crypto';
import { deferredPart } from '../../deferred/deferred-part.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { defaultCipherList, opensslNumbers } from '../linux-numbers.ts';

type Asymmetric = typeof import('../../deferred/asymmetric-crypto.ts');
type Symmetric = typeof import('../../deferred/symmetric-crypto.ts');

const corePart = deferredPart<typeof import('../../deferred/crypto-core.ts')>('crypto-core', coreFile);

/** Loads everything on demand: hashes and random bytes on first import, ciphers and key pairs on first use. */
export function createCryptoModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  const { createCrypto, sharedByCrypto } = corePart(host);
  const once = <Part>(name: string, file: string | Uint8Array): (() => Part) => {
    let part: Part | null = null;
    return () => {
      part ??= loadDeferred(host, name, file, sharedByCrypto) as Part;
      return part;
    };
  };
  const asymmetric = once<Asymmetric>('asymmetric-crypto', asymmetricFile);
  const parts = { symmetric: once<Symmetric>('symmetric-crypto', symmetricFile), asymmetric: () => asymmetric().asymmetricCrypto };
  const constants = Object.assign(Object.create(null), opensslNumbers(), { defaultCoreCipherList: defaultCipherList, defaultCipherList });
  return createCrypto(host, parts, constants);
}
