import asymmetricFile from 'deferred:asymmetric-crypto';
import { asBuffer } from '../../base/buffer-class.ts';
import type { asymmetricCrypto } from '../../deferred/asymmetric-crypto.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { withCallback } from './with-callback.ts';

type Asymmetric = typeof asymmetricCrypto;

/** RSA, elliptic curves and Diffie-Hellman: a part of its own, for few programs use them. */
function loadOnce(host: NodeHost): () => Asymmetric {
  let loaded: Asymmetric | null = null;
  return () => {
    // What the part exports.
    loaded ??= (loadDeferred(host, 'asymmetric-crypto', asymmetricFile) as { asymmetricCrypto: Asymmetric }).asymmetricCrypto;
    return loaded;
  };
}

function createGeneration(host: NodeHost, part: () => Asymmetric): BuiltinExports {
  const generateKeyPair = (type: unknown, options: unknown, callback: unknown): void => {
    const done = typeof options === 'function' ? options : callback;
    if (typeof done !== 'function') throw invalidArgumentType('callback', 'of type function', done);
    const pair = host.loop.hold(part().generateKeyPairLater(type, options));
    // An error of the callback is the program's, and not one of the keys.
    const tell = (...args: unknown[]) => host.loop.post(() => done(...args));
    pair.then(({ publicKey, privateKey }) => tell(null, publicKey, privateKey), tell);
  };
  Object.defineProperty(generateKeyPair, Symbol.for('nodejs.util.promisify.custom'), {
    value: (type: unknown, options: unknown) => host.loop.hold(part().generateKeyPairLater(type, options)),
  });
  return {
    generateKeyPair,
    generateKeyPairSync: (type: unknown, options: unknown) => part().generateKeyPairNow(type, options),
    generatePrimeSync: (size: unknown, options: unknown) => part().makePrime(size, options),
    generatePrime: (...args: unknown[]) => withCallback(host, args, part().makePrime),
    checkPrimeSync: (candidate: unknown, options: unknown) => part().testPrime(candidate, options),
    checkPrime: (...args: unknown[]) => withCallback(host, args, part().testPrime),
  };
}

export function createAsymmetricParts(host: NodeHost): BuiltinExports {
  const part = loadOnce(host);
  return {
    ...createGeneration(host, part),
    createPrivateKey: (key: unknown) => part().createPrivateKey(key),
    createPublicKey: (key: unknown) => part().createPublicKey(key),
    createSign: (algorithm: unknown) => new (part().Sign)(algorithm),
    createVerify: (algorithm: unknown) => new (part().Verify)(algorithm),
    sign: (...args: unknown[]) => withCallback(host, args, part().signOnce),
    verify: (...args: unknown[]) => withCallback(host, args, part().verifyOnce),
    publicEncrypt: (key: unknown, data: unknown) => part().publicEncrypt(key, data),
    publicDecrypt: (key: unknown, data: unknown) => part().publicDecrypt(key, data),
    privateEncrypt: (key: unknown, data: unknown) => part().privateEncrypt(key, data),
    privateDecrypt: (key: unknown, data: unknown) => part().privateDecrypt(key, data),
    createECDH: (curve: unknown) => new (part().ECDH)(curve),
    diffieHellman: (options: unknown) => asBuffer(part().agreeOnSecret(options)),
    createDiffieHellman: (...args: unknown[]) => new (part().DiffieHellman)(args[0], ...args.slice(1)),
    createDiffieHellmanGroup: (name: unknown) => part().findGroup(name),
    getDiffieHellman: (name: unknown) => part().findGroup(name),
    get Sign() {
      return part().Sign;
    },
    get Verify() {
      return part().Verify;
    },
    get ECDH() {
      return part().ECDH;
    },
    get DiffieHellman() {
      return part().DiffieHellman;
    },
  };
}
