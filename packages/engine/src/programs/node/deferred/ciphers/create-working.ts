import { chacha20 } from '@noble/ciphers/chacha';
import { nodeError } from '../../errors/node-error.ts';
import type { CipherInfo } from '../crypto/cipher-names.ts';
import { createChaChaPoly, createGcm } from './authenticated-modes.ts';
import { createAes } from './block-cipher.ts';
import { CcmMode } from './ccm-mode.ts';
import { ChaChaStream, FeedbackMode, increment, KeyStream } from './key-streams.ts';
import { KeyWrap } from './key-wrap.ts';
import { createTripleDes } from './triple-des.ts';
import { BlockMode } from './whole-blocks.ts';
import type { WorkingCipher } from './working-cipher.ts';

export interface CipherSettings {
  info: CipherInfo;
  key: Uint8Array;
  /** Empty for ciphers without a vector. */
  iv: Uint8Array;
  isEncrypting: boolean;
  tagLength: number;
}

export function createWorking({ info, key, iv, isEncrypting, tagLength }: CipherSettings): WorkingCipher {
  if (info.name === 'chacha20-poly1305') return createChaChaPoly(key, iv, isEncrypting);
  if (info.mode === 'stream') return new ChaChaStream(key, iv, chacha20);
  const cipher = info.family === 'des' ? createTripleDes(key) : createAes(key);
  switch (info.mode) {
    case 'gcm':
      return createGcm(cipher, iv, isEncrypting);
    case 'ccm':
      return new CcmMode(cipher, iv, tagLength, isEncrypting);
    case 'ctr':
      return new KeyStream(cipher, iv, increment);
    case 'ofb':
      return new KeyStream(cipher, iv, null);
    case 'cfb':
      return new FeedbackMode(cipher, iv, info.name.endsWith('8') ? 'byte' : 'block', isEncrypting);
    case 'wrap':
      return new KeyWrap(cipher, iv, isEncrypting, info.ivLength === 4);
    case 'cbc':
      return new BlockMode(cipher, iv, isEncrypting);
    default:
      return new BlockMode(cipher, null, isEncrypting);
  }
}

const isGcmTag = (length: number): boolean => length === 4 || length === 8 || (length >= 12 && length <= 16);

const invalidTag = (length: number): Error =>
  nodeError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);

export const isAuthenticated = ({ mode, name }: CipherInfo): boolean => mode === 'gcm' || mode === 'ccm' || name === 'chacha20-poly1305';

/** Returns the tag length, or null if GCM accepts every allowed length. */
export function checkTagLength(info: CipherInfo, given: number | null): number | null {
  if (info.mode === 'gcm') {
    if (given !== null && !isGcmTag(given)) throw invalidTag(given);
    return given;
  }
  if (given === null) {
    if (info.name === 'chacha20-poly1305') return 16;
    const plain = info.name.replace(/^id-aes(\d+)-/, 'aes-$1-');
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `authTagLength required for ${plain}`);
  }
  const isRight = info.mode === 'ccm' ? given >= 4 && given <= 16 && given % 2 === 0 : given >= 1 && given <= 16;
  if (!isRight) throw invalidTag(given);
  return given;
}

/** Checks the length of a tag that is given for comparison. */
export function checkGivenTag(info: CipherInfo, asked: number | null, length: number): void {
  const isRight = info.mode === 'gcm' ? (asked === null || asked === length) && isGcmTag(length) : asked === length;
  if (!isRight) throw invalidTag(length);
}

const mostGcmIv = 128;

/** Returns whether a vector of that length is valid; `length` is null if there is no vector. */
export function fitsVector(info: CipherInfo, length: number | null): boolean {
  if (length === null) return info.ivLength === 0;
  if (info.mode === 'gcm') return length > 0 && length <= mostGcmIv;
  if (info.mode === 'ccm') return length >= 7 && length <= 13;
  if (info.name === 'chacha20-poly1305') return length > 0 && length <= 12;
  return length === info.ivLength;
}
