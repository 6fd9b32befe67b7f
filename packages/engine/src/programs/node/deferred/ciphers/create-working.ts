import { chacha20 } from '@noble/ciphers/chacha';
import { nodeError } from '../../errors/node-error.ts';
import type { CipherInfo } from '../crypto/cipher-names.ts';
import { createChaChaPoly, createGcm } from './authenticated-modes.ts';
import { type BlockCipher, createAes } from './block-cipher.ts';
import { CcmMode } from './ccm-mode.ts';
import { ChaChaStream, FeedbackMode, increment, KeyStream } from './key-streams.ts';
import { KeyWrap, TripleDesWrap } from './key-wrap.ts';
import { OcbMode } from './ocb-mode.ts';
import { createTripleDes } from './triple-des.ts';
import { BlockMode, SectorMode } from './whole-blocks.ts';
import type { WorkingCipher } from './working-cipher.ts';

export interface CipherSettings {
  info: CipherInfo;
  key: Uint8Array;
  /** Empty for ciphers without a vector. */
  iv: Uint8Array;
  isEncrypting: boolean;
  tagLength: number;
}

function createSectors({ key, iv, isEncrypting }: CipherSettings): WorkingCipher {
  const half = key.length / 2;
  SectorMode.checkKeys(key.subarray(0, half), key.subarray(half));
  return new SectorMode(createAes(key.subarray(0, half)), createAes(key.subarray(half)), iv, isEncrypting);
}

function createWrap({ info, iv, isEncrypting }: CipherSettings, cipher: BlockCipher): WorkingCipher {
  return info.family === 'des' ? new TripleDesWrap(cipher, isEncrypting) : new KeyWrap(cipher, iv, isEncrypting, info.ivLength === 4);
}

function feedbackStep({ name }: CipherInfo): 'block' | 'byte' | 'bit' {
  if (name.endsWith('8')) return 'byte';
  return name.endsWith('1') ? 'bit' : 'block';
}

export function createWorking(settings: CipherSettings): WorkingCipher {
  const { info, key, iv, isEncrypting, tagLength } = settings;
  if (info.name === 'chacha20-poly1305') return createChaChaPoly(key, iv, isEncrypting);
  if (info.mode === 'stream') return new ChaChaStream(key, iv, chacha20);
  if (info.mode === 'xts') return createSectors(settings);
  const cipher = info.family === 'des' ? createTripleDes(key) : createAes(key);
  switch (info.mode) {
    case 'gcm':
      return createGcm(cipher, iv, isEncrypting);
    case 'ccm':
      return new CcmMode(cipher, iv, tagLength, isEncrypting);
    case 'ocb':
      return new OcbMode(cipher, iv, tagLength, isEncrypting);
    case 'ctr':
      return new KeyStream(cipher, iv, increment);
    case 'ofb':
      return new KeyStream(cipher, iv, null);
    case 'cfb':
      return new FeedbackMode(cipher, iv, feedbackStep(info), isEncrypting);
    case 'wrap':
      return createWrap(settings, cipher);
    case 'cbc':
      return new BlockMode(cipher, iv, isEncrypting);
    default:
      return new BlockMode(cipher, null, isEncrypting);
  }
}

const isGcmTag = (length: number): boolean => length === 4 || length === 8 || (length >= 12 && length <= 16);

const invalidTag = (length: number): Error =>
  nodeError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);

export const isAuthenticated = ({ mode, name }: CipherInfo): boolean =>
  mode === 'gcm' || mode === 'ccm' || mode === 'ocb' || name === 'chacha20-poly1305';

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

/** Whether a vector of that length (null: none) fits. */
export function fitsVector(info: CipherInfo, length: number | null): boolean {
  if (length === null) return info.ivLength === 0;
  if (info.mode === 'gcm') return length > 0 && length <= mostGcmIv;
  if (info.mode === 'ccm') return length >= 7 && length <= 13;
  if (info.mode === 'ocb') return length > 0 && length < 16;
  if (info.name === 'chacha20-poly1305') return length > 0 && length <= 12;
  return length === info.ivLength;
}
