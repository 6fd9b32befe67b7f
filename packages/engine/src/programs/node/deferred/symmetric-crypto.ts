import { callableClass } from '../base/callable-class.ts';
import { CipherStream } from './ciphers/cipher-stream.ts';

/** Creates the class as a program sees it; otherwise only the two factory functions could create instances. */
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
