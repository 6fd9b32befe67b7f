import { unsafe } from '@noble/ciphers/aes';

/** Encrypts one block at a time, from one position to another, which may be the same. */
export interface BlockCipher {
  readonly size: number;
  encrypt(input: Uint8Array, at: number, output: Uint8Array, to: number): void;
  decrypt(input: Uint8Array, at: number, output: Uint8Array, to: number): void;
}

const AES_BLOCK = 16;

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word;
  bytes[at + 1] = word >>> 8;
  bytes[at + 2] = word >>> 16;
  bytes[at + 3] = word >>> 24;
}

type Crypt = typeof unsafe.encrypt;

function run(crypt: Crypt, key: Uint32Array, input: Uint8Array, at: number, output: Uint8Array, to: number): void {
  const words = [readWord(input, at), readWord(input, at + 4), readWord(input, at + 8), readWord(input, at + 12)] as const;
  const { s0, s1, s2, s3 } = crypt(key, ...words);
  writeWord(output, to, s0);
  writeWord(output, to + 4, s1);
  writeWord(output, to + 8, s2);
  writeWord(output, to + 12, s3);
}

export function createAes(key: Uint8Array): BlockCipher {
  const encrypting = unsafe.expandKeyLE(key);
  let decrypting: Uint32Array | null = null;
  return {
    size: AES_BLOCK,
    encrypt: (input, at, output, to) => run(unsafe.encrypt, encrypting, input, at, output, to),
    decrypt: (input, at, output, to) => {
      decrypting ??= unsafe.expandKeyDecLE(key);
      run(unsafe.decrypt, decrypting, input, at, output, to);
    },
  };
}

/** Encrypts one block into a new array. */
export function encryptBlock(cipher: BlockCipher, input: Uint8Array): Uint8Array<ArrayBuffer> {
  const output = new Uint8Array(cipher.size);
  cipher.encrypt(input, 0, output, 0);
  return output;
}

export function decryptBlock(cipher: BlockCipher, input: Uint8Array): Uint8Array<ArrayBuffer> {
  const output = new Uint8Array(cipher.size);
  cipher.decrypt(input, 0, output, 0);
  return output;
}

/** XORs the second array into the first. */
export function xorInto(target: Uint8Array, other: Uint8Array, at = 0): void {
  for (let index = 0; index < target.length; index++) target[index] = (target[index] ?? 0) ^ (other[at + index] ?? 0);
}
