import { callableClass } from '../base/callable-class.ts';
import { CipherStream } from '../builtins/crypto/ciphers.ts';

export { hkdf } from '@noble/hashes/hkdf';
export { pbkdf2 } from '@noble/hashes/pbkdf2';
export { scrypt } from '@noble/hashes/scrypt';

/** The class as a program sees it, which only the two makers could otherwise make. */
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
