import * as byteArguments from './crypto/byte-arguments.ts';
import * as cipherNames from './crypto/cipher-names.ts';
import * as cryptoConstants from './crypto/crypto-constants.ts';
import * as hashClasses from './crypto/hash-classes.ts';
import * as hashes from './crypto/hashes.ts';
import * as keyObject from './crypto/key-object.ts';
import * as webKeyHooks from './crypto/web-key-hooks.ts';

export { createCrypto } from './crypto/create-crypto.ts';

/** The modules that other parts take from this one, because the key classes must be identical everywhere. */
export const sharedByCrypto: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['deferred/crypto/byte-arguments.ts', byteArguments],
  ['deferred/crypto/cipher-names.ts', cipherNames],
  ['deferred/crypto/crypto-constants.ts', cryptoConstants],
  ['deferred/crypto/hash-classes.ts', hashClasses],
  ['deferred/crypto/hashes.ts', hashes],
  ['deferred/crypto/key-object.ts', keyObject],
  ['deferred/crypto/web-key-hooks.ts', webKeyHooks],
]);
