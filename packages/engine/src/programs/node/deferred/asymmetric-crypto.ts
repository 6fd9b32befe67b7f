import { PrivateKeyObject, PublicKeyObject } from '../builtins/crypto/key-object.ts';
import { nodeError } from '../errors/node-error.ts';
import { DiffieHellman, findGroup, makePrime, testPrime } from './keys/diffie-hellman.ts';
import { agreeOnSecret, ECDH } from './keys/elliptic-exchange.ts';
import { privateDecrypt, privateEncrypt, publicDecrypt, publicEncrypt } from './keys/encryption.ts';
import { generateKeyPairLater, generateKeyPairNow } from './keys/generate-keys.ts';
import { privateKeyObject, publicKeyObject } from './keys/key-material.ts';
import { readPrivateKey, readPublicKey } from './keys/read-keys.ts';
import { Sign, signOnce, Verify, verifyOnce } from './keys/signatures.ts';

/** With `new` and without, as Node's older classes are. */
function callable<Class extends new (...args: never[]) => object>(given: Class): Class {
  return new Proxy(given, { apply: (target, _receiver, args) => Reflect.construct(target, args) });
}

/** What `crypto` takes from this part. */
export const asymmetricCrypto = {
  createPrivateKey: (key: unknown) => {
    if (key instanceof PrivateKeyObject)
      throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type private, expected none.');
    return privateKeyObject(readPrivateKey(key));
  },
  createPublicKey: (key: unknown) => {
    if (key instanceof PublicKeyObject)
      throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type public, expected private.');
    return publicKeyObject(readPublicKey(key));
  },
  generateKeyPairNow,
  generateKeyPairLater,
  Sign: callable(Sign),
  Verify: callable(Verify),
  signOnce,
  verifyOnce,
  publicEncrypt,
  publicDecrypt,
  privateEncrypt,
  privateDecrypt,
  ECDH: callable(ECDH),
  agreeOnSecret,
  DiffieHellman: callable(DiffieHellman),
  findGroup,
  makePrime,
  testPrime,
};
