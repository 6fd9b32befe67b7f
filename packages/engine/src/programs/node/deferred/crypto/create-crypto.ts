import { nativeCrypto } from '../../base/native-crypto.ts';
import { nodeError, notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { asymmetricParts } from './asymmetric-parts.ts';
import { describeCipher, listCiphers } from './cipher-names.ts';
import type { CryptoParts } from './crypto-parts.ts';
import { createDerivation } from './derivation.ts';
import { Hash, Hmac, hashOnce } from './hash-classes.ts';
import { hashNames } from './hashes.ts';
import { createSecretKey, KeyObject, setKeyConversions } from './key-object.ts';
import { deprecatedCall, lazyClass } from './lazy-class.ts';
import { createRandom } from './random.ts';
import { createSecretKeyParts, timingSafeEqual } from './secret-keys.ts';
import { watchWebKeys } from './web-key-hooks.ts';

function checkEngine(id: unknown): never {
  throw nodeError(Error, 'ERR_CRYPTO_ENGINE_UNKNOWN', `Engine "${String(id)}" was not found`);
}

function symmetricParts(host: NodeHost, { symmetric }: CryptoParts): BuiltinExports {
  const deprecated = (name: string, code: string, target: unknown) =>
    deprecatedCall(host, target, `crypto.${name} constructor is deprecated.`, code);
  return {
    Cipheriv: lazyClass(() => symmetric().Cipheriv),
    Decipheriv: lazyClass(() => symmetric().Decipheriv),
    Hash: deprecated('Hash', 'DEP0179', Hash),
    Hmac: deprecated('Hmac', 'DEP0181', Hmac),
    KeyObject,
    createHash: (algorithm: unknown, options?: unknown) => new Hash(algorithm, options),
    createHmac: (algorithm: unknown, key: unknown, options?: unknown) => new Hmac(algorithm, key, options),
    createSecretKey,
    createCipheriv: (...args: [unknown, unknown, unknown, unknown?]) => new (symmetric().Cipheriv)(...args),
    createDecipheriv: (...args: [unknown, unknown, unknown, unknown?]) => new (symmetric().Decipheriv)(...args),
    hash: hashOnce,
    timingSafeEqual,
    getHashes: () => [...hashNames],
    getCiphers: listCiphers,
    getCipherInfo: describeCipher,
  };
}

/** Creates OpenSSL's own switches. FIPS requires a special build of OpenSSL, which a browser does not have. */
function opensslParts(): BuiltinExports {
  return {
    secureHeapUsed: () => ({ total: 0, min: 0, used: 0, utilization: 0 }),
    setEngine: checkEngine,
    setFips: (isOn: unknown) => {
      if (isOn) throw notSupported('crypto.setFips', 'FIPS mode is a build of OpenSSL; programs here are not bound by it');
    },
    getFips: () => 0,
  };
}

/** Defines old names that do not appear in a list of the module's names. */
function hide(module: BuiltinExports, names: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(module, name, { value, enumerable: false, configurable: true, writable: true });
}

/** Returns whether `--pending-deprecation` is set. */
function isPendingShown(host: NodeHost): boolean {
  const { execArgv } = host.builtin('process') as { execArgv: string[] };
  return execArgv.includes('--pending-deprecation') || host.context.env.NODE_PENDING_DEPRECATION === '1';
}

/** Creates the exports of `require('crypto')`. */
export function createCrypto(host: NodeHost, parts: CryptoParts, constants: object): BuiltinExports {
  const webcrypto = nativeCrypto();
  const random = createRandom(host);
  watchWebKeys();
  setKeyConversions(() => parts.asymmetric().keyConversions);
  const module: BuiltinExports = {
    ...random,
    ...createDerivation(host),
    ...createSecretKeyParts(host),
    ...symmetricParts(host, parts),
    ...asymmetricParts(host, parts),
    ...opensslParts(),
    webcrypto,
    subtle: webcrypto.subtle,
    getRandomValues: (view: Uint8Array) => webcrypto.getRandomValues(view as Uint8Array<ArrayBuffer>),
    constants,
  };
  const old = (name: string) =>
    isPendingShown(host) ? deprecatedCall(host, random.randomBytes, `crypto.${name} is deprecated.`, 'DEP0115') : random.randomBytes;
  hide(module, { pseudoRandomBytes: old('pseudoRandomBytes'), prng: old('prng'), rng: old('rng'), fips: 0 });
  return module;
}
