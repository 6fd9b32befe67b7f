import { invalidArgumentType } from '../../errors/node-error.ts';
import { validateInt32, validateObject } from '../../errors/validate.ts';
import { optionOf } from './byte-arguments.ts';

export interface CipherInfo {
  /** OpenSSL's name in lower case. */
  name: string;
  family: 'aes' | 'des' | 'chacha';
  mode: 'cbc' | 'ccm' | 'cfb' | 'ctr' | 'ecb' | 'gcm' | 'ofb' | 'stream' | 'wrap';
  nid: number;
  keyLength: number;
  /** 0 if the cipher has no vector. */
  ivLength: number;
  blockSize: number;
  /** The names that `getCiphers` lists. */
  names: readonly string[];
}

/** OpenSSL's numbers for AES in each mode, for keys of 128, 192 and 256 bits. */
const aesNumbers: readonly (readonly [mode: string, numbers: readonly number[]])[] = [
  ['cbc', [419, 423, 427]],
  ['ccm', [896, 899, 902]],
  ['cfb', [421, 425, 429]],
  ['cfb8', [653, 654, 655]],
  ['ctr', [904, 905, 906]],
  ['ecb', [418, 422, 426]],
  ['gcm', [895, 898, 901]],
  ['ofb', [420, 424, 428]],
  ['wrap', [788, 789, 790]],
  ['wrap-pad', [897, 900, 903]],
];
const ivLengths: Readonly<Record<string, number>> = { ecb: 0, ccm: 12, gcm: 12, wrap: 8, 'wrap-pad': 4 };
const blockSizes: Readonly<Record<string, number>> = { cbc: 16, ecb: 16, wrap: 8, 'wrap-pad': 8 };

function aesNames(bits: number, mode: string): readonly string[] {
  const plain = `aes-${bits}-${mode}`;
  if (mode.startsWith('wrap')) return [`id-aes${bits}-${mode}`, `aes${bits}-${mode}`];
  if (mode === 'ccm' || mode === 'gcm') return [`id-aes${bits}-${mode.toUpperCase()}`, plain];
  return mode === 'cbc' ? [plain, `aes${bits}`] : [plain];
}

function aesCipher(mode: string, bits: number, nid: number): CipherInfo {
  const names = aesNames(bits, mode);
  return {
    name: (names[0] ?? '').toLowerCase(),
    family: 'aes',
    // `cfb8` and `wrap-pad` are variants of `cfb` and `wrap`.
    mode: mode.replace(/\d$|-pad$/, '') as CipherInfo['mode'],
    nid,
    keyLength: bits / 8,
    ivLength: ivLengths[mode] ?? 16,
    blockSize: blockSizes[mode] ?? 1,
    names,
  };
}

const desCiphers: readonly (readonly [names: string, mode: CipherInfo['mode'], nid: number, keyLength: number])[] = [
  ['des-ede des-ede-ecb', 'ecb', 32, 16],
  ['des-ede-cbc', 'cbc', 43, 16],
  ['des-ede-cfb', 'cfb', 60, 16],
  ['des-ede-ofb', 'ofb', 62, 16],
  ['des-ede3 des-ede3-ecb', 'ecb', 33, 24],
  ['des-ede3-cbc des3', 'cbc', 44, 24],
  ['des-ede3-cfb', 'cfb', 61, 24],
  ['des-ede3-cfb8', 'cfb', 659, 24],
  ['des-ede3-ofb', 'ofb', 63, 24],
];

function desCipher([written, mode, nid, keyLength]: (typeof desCiphers)[number]): CipherInfo {
  const names = written.split(' ');
  const isWhole = mode === 'ecb' || mode === 'cbc';
  const ivLength = mode === 'ecb' ? 0 : 8;
  return { name: (names[0] ?? '').toLowerCase(), family: 'des', mode, nid, keyLength, ivLength, blockSize: isWhole ? 8 : 1, names };
}

const chacha = { family: 'chacha', mode: 'stream', keyLength: 32, blockSize: 1 } as const;

const ciphers: readonly CipherInfo[] = [
  ...aesNumbers.flatMap(([mode, numbers]) => numbers.map((nid, index) => aesCipher(mode, 128 + index * 64, nid))),
  ...desCiphers.map(desCipher),
  { ...chacha, name: 'chacha20', nid: 1019, ivLength: 16, names: ['chacha20'] },
  { ...chacha, name: 'chacha20-poly1305', nid: 1018, ivLength: 12, names: ['chacha20-poly1305'] },
];

const byName = new Map(ciphers.flatMap((info) => info.names.map((name) => [name.toLowerCase(), info] as const)));

/** OpenSSL families and modes that no program run here has needed (docs/scope.md). */
const absentCipher =
  /^(?:aria|camellia|sm4)[-\d]|^aes-\d+-(?:cbc-hmac-|cfb1$|ocb$|xts$)|^des-ede3-cfb1$|^des3-wrap$|^id-smime-alg-cms3deswrap$/;

export const isAbsentCipher = (name: string): boolean => absentCipher.test(name.toLowerCase());

export const findCipher = (name: string): CipherInfo | null => byName.get(name.toLowerCase().replace(/-cfb128$|-cfb64$/, '-cfb')) ?? null;

/** Implements `crypto.getCiphers`. */
export const listCiphers = (): string[] => ciphers.flatMap((info) => info.names).sort();

function fitsIv(info: CipherInfo, length: number): boolean {
  if (info.mode === 'ccm') return length >= 7 && length <= 13;
  if (info.mode === 'gcm') return length > 0;
  return length === info.ivLength;
}

/** Implements `crypto.getCipherInfo`. */
export function describeCipher(nameOrNid: unknown, options?: unknown): object | undefined {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number')
    throw invalidArgumentType('nameOrNid', 'one of type string or number', nameOrNid);
  if (typeof nameOrNid === 'number') validateInt32(nameOrNid, 'nameOrNid');
  if (options !== undefined) validateObject(options, 'options');
  const [keyLength, ivLength] = [optionOf(options, 'keyLength'), optionOf(options, 'ivLength')];
  if (keyLength !== undefined) validateInt32(keyLength, 'options.keyLength');
  if (ivLength !== undefined) validateInt32(ivLength, 'options.ivLength');
  const info = typeof nameOrNid === 'number' ? ciphers.find(({ nid }) => nid === nameOrNid) : findCipher(nameOrNid);
  if (info === undefined || info === null) return undefined;
  if (keyLength !== undefined && keyLength !== info.keyLength) return undefined;
  if (ivLength !== undefined && !fitsIv(info, ivLength)) return undefined;
  const vector = ivLength ?? info.ivLength;
  return {
    mode: info.mode,
    name: info.name,
    nid: info.nid,
    ...(info.mode === 'stream' ? {} : { blockSize: info.blockSize }),
    ...(vector > 0 ? { ivLength: vector } : {}),
    keyLength: info.keyLength,
  };
}
