import { asBuffer } from '../../base/buffer-class.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import type { CryptoParts } from './crypto-parts.ts';
import { adoptClasses, lazyClass } from './lazy-class.ts';

function generation(host: NodeHost, part: CryptoParts['asymmetric']): BuiltinExports {
  const generateKeyPair = (type: unknown, options: unknown, callback: unknown): void =>
    typeof options === 'function'
      ? part().generateKeyPair(host, type, undefined, options)
      : part().generateKeyPair(host, type, options, callback);
  Object.defineProperty(generateKeyPair, Symbol.for('nodejs.util.promisify.custom'), {
    value: (type: unknown, options: unknown) =>
      new Promise((resolve, reject) => {
        generateKeyPair(type, options, (error: unknown, publicKey: unknown, privateKey: unknown) =>
          error ? reject(error) : resolve({ publicKey, privateKey }),
        );
      }),
  });
  return {
    generateKeyPair,
    generateKeyPairSync: (type: unknown, options: unknown) => part().generateKeyPairNow(host, type, options),
    generatePrimeSync: (...args: unknown[]) => part().generatePrimeSync(...args),
    generatePrime: (...args: unknown[]) => part().generatePrime(host, ...args),
    checkPrimeSync: (...args: unknown[]) => part().checkPrimeSync(...args),
    checkPrime: (...args: unknown[]) => part().checkPrime(host, ...args),
  };
}

/** Refuses SPKAC, which `<keygen>` of old browsers sent. The name stays because programs import it together with others. */
function refuseCertificate(): never {
  throw notSupported('crypto.Certificate', 'browsers stopped sending what it reads (SPKAC); use X509Certificate');
}

/** Creates RSA, elliptic curves and Diffie-Hellman from a separate part, because few programs use them. */
export function asymmetricParts(host: NodeHost, { asymmetric }: CryptoParts): BuiltinExports {
  const names = ['Sign', 'Verify', 'ECDH', 'DiffieHellman', 'DiffieHellmanGroup', 'X509Certificate'] as const;
  const classes = Object.fromEntries(names.map((name) => [name, lazyClass(() => part()[name])]));
  let isLoaded = false;
  const part: CryptoParts['asymmetric'] = () => {
    const loaded = asymmetric();
    if (!isLoaded) adoptClasses(classes, loaded);
    isLoaded = true;
    return loaded;
  };
  return {
    ...generation(host, part),
    createPrivateKey: (key: unknown) => part().createPrivateKey(key),
    createPublicKey: (key: unknown) => part().createPublicKey(key),
    createSign: (...args: [unknown, unknown?]) => new (part().Sign)(...args),
    createVerify: (...args: [unknown, unknown?]) => new (part().Verify)(...args),
    sign: (...args: unknown[]) => part().signOnce(host, ...args),
    verify: (...args: unknown[]) => part().verifyOnce(host, ...args),
    publicEncrypt: (key: unknown, data: unknown) => part().publicEncrypt(key, data),
    publicDecrypt: (key: unknown, data: unknown) => part().publicDecrypt(key, data),
    privateEncrypt: (key: unknown, data: unknown) => part().privateEncrypt(key, data),
    privateDecrypt: (key: unknown, data: unknown) => part().privateDecrypt(key, data),
    createECDH: (curve: unknown) => new (part().ECDH)(curve),
    getCurves: () => [...part().weierstrassNames],
    diffieHellman: (options: unknown) => asBuffer(part().agreeOnSecret(options)),
    createDiffieHellman: (...args: [unknown, ...unknown[]]) => new (part().DiffieHellman)(...args),
    createDiffieHellmanGroup: (name: unknown) => new (part().DiffieHellmanGroup)(name),
    getDiffieHellman: (name: unknown) => new (part().DiffieHellmanGroup)(name),
    ...classes,
    Certificate: Object.assign(
      function Certificate() {
        refuseCertificate();
      },
      { verifySpkac: refuseCertificate, exportPublicKey: refuseCertificate, exportChallenge: refuseCertificate },
    ),
  };
}
