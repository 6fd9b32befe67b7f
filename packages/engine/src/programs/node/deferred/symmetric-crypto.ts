import { callableClass } from '../base/callable-class.ts';
import { CipherStream } from './ciphers/cipher-stream.ts';

/** Creates the class of one direction as programs see it: without a parameter for the direction, and callable without `new`. */
function cipherClass(name: string, isEncrypting: boolean) {
  return callableClass(
    name,
    class extends CipherStream {
      constructor(algorithm: unknown, key: unknown, iv: unknown, options?: unknown) {
        super(algorithm, key, iv, isEncrypting, options);
      }
    },
    'instances',
  );
}

export const Cipheriv = cipherClass('Cipheriv', true);
export const Decipheriv = cipherClass('Decipheriv', false);
