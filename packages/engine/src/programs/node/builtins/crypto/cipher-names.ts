export interface CipherInfo {
  name: string;
  mode: 'cbc' | 'ctr' | 'ecb' | 'gcm' | 'stream';
  nid: number;
  keyLength: number;
  /** 0: none. */
  ivLength: number;
}

/** Numbers as OpenSSL gives them. */
const numbers: ReadonlyMap<string, number> = new Map([
  ['aes-128-ecb', 418],
  ['aes-128-cbc', 419],
  ['aes-192-ecb', 422],
  ['aes-192-cbc', 423],
  ['aes-256-ecb', 426],
  ['aes-256-cbc', 427],
  ['aes-128-ctr', 904],
  ['aes-192-ctr', 905],
  ['aes-256-ctr', 906],
  ['aes-128-gcm', 895],
  ['aes-192-gcm', 898],
  ['aes-256-gcm', 901],
]);

export const cipherNames: readonly string[] = [...numbers.keys(), 'chacha20-poly1305'].sort();

export function findCipher(given: unknown): CipherInfo | null {
  const name = String(given)
    .toLowerCase()
    .replace(/^id-(aes\d+)-gcm$/, '$1-gcm')
    .replace(/^aes(\d+)$/, 'aes-$1-cbc');
  if (name === 'chacha20-poly1305') return { name, mode: 'stream', nid: 1018, keyLength: 32, ivLength: 12 };
  const match = /^aes-(128|192|256)-(cbc|ctr|ecb|gcm)$/.exec(name);
  if (match === null) return null;
  // As the expression allows.
  const mode = match[2] as CipherInfo['mode'];
  return {
    name,
    mode,
    nid: numbers.get(name) ?? 0,
    keyLength: Number(match[1]) / 8,
    ivLength: mode === 'ecb' ? 0 : mode === 'gcm' ? 12 : 16,
  };
}
