import { X509Certificate } from './certificates/x509-certificate.ts';
import { weierstrassNames } from './keys/curves.ts';
import { DiffieHellman, DiffieHellmanGroup } from './keys/diffie-hellman.ts';
import { agreeOnSecret, ECDH } from './keys/elliptic-exchange.ts';
import { privateDecrypt, privateEncrypt, publicDecrypt, publicEncrypt } from './keys/encryption.ts';
import { generateKeyPair, generateKeyPairNow } from './keys/generate-keys.ts';
import { privateKeyObject, publicKeyObject } from './keys/key-material.ts';
import { readPrivateKey, readPublicKey } from './keys/read-keys.ts';
import { Sign, signOnce, Verify, verifyOnce } from './keys/signatures.ts';
import { checkPrimeLater, checkPrimeSync, generatePrimeLater, generatePrimeSync } from './numbers/prime-functions.ts';
import { keyConversions } from './web-keys/crypto-keys.ts';

/** Makes a class callable with and without `new`, like Node's older classes. */
function callable<Class extends new (...args: never[]) => object>(given: Class): Class {
  const proxy = new Proxy(given, { apply: (target, _receiver, args) => Reflect.construct(target, args) });
  Object.defineProperty(given.prototype, 'constructor', { value: proxy, writable: true, configurable: true });
  return proxy;
}

/** The functions and classes that `crypto` uses from this part. */
export const asymmetricCrypto = {
  createPrivateKey: (key: unknown) => privateKeyObject(readPrivateKey(key, 'create private')),
  createPublicKey: (key: unknown) => publicKeyObject(readPublicKey(key, 'create public')),
  generateKeyPair,
  generateKeyPairNow,
  Sign: callable(Sign),
  Verify: callable(Verify),
  signOnce,
  verifyOnce,
  publicEncrypt,
  publicDecrypt,
  privateEncrypt,
  privateDecrypt,
  ECDH: callable(ECDH),
  weierstrassNames,
  agreeOnSecret,
  DiffieHellman: callable(DiffieHellman),
  DiffieHellmanGroup: callable(DiffieHellmanGroup),
  generatePrime: generatePrimeLater,
  generatePrimeSync,
  checkPrime: checkPrimeLater,
  checkPrimeSync,
  X509Certificate,
  keyConversions,
};
