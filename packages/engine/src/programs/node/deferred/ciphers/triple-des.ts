import type { BlockCipher } from './block-cipher.ts';

/** The tables of FIPS 46-3. Positions are 1-based, from the highest bit. */
const initialPermutation = [
  58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8, 57, 49, 41,
  33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
];
const roundPermutation = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
];
const firstKeyChoice = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55, 47, 39, 31, 23, 15, 7,
  62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
];
const secondKeyChoice = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48,
  44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];
const keyShifts = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];
/** Each box has four rows of sixteen hexadecimal digits. */
const boxes = [
  'e4d12fb83a6c5907' + '0f74e2d1a6cb9538' + '41e8d62bfc973a50' + 'fc8249175b3ea06d',
  'f18e6b34972dc05a' + '3d47f28ec01a69b5' + '0e7ba4d158c6932f' + 'd8a13f42b67c05e9',
  'a09e63f51dc7b428' + 'd709346a285ecbf1' + 'd6498f30b12c5ae7' + '1ad069874fe3b52c',
  '7de3069a1285bc4f' + 'd8b56f03472c1ae9' + 'a690cb7df13e5284' + '3f06a1d8945bc72e',
  '2c417ab6853fd0e9' + 'eb2c47d150fa3986' + '421bad78f9c5630e' + 'b8c71e2d6f09a453',
  'c1af92680d34e75b' + 'af427c9561de0b38' + '9ef528c3704a1db6' + '432c95fabe17608d',
  '4b2ef08d3c975a61' + 'd0b7491ae35c2f86' + '14bdc37eaf680592' + '6bd814a7950fe23c',
  'd2846fb1a93e50c7' + '1fd8a374c56b0e92' + '7b419ce206adf358' + '21e74a8dfc90356b',
].map((digits) => Array.from(digits, (digit) => Number.parseInt(digit, 16)));

const BLOCK = 8;

type Bits = number[];

const bitsOf = (bytes: Uint8Array, at: number): Bits =>
  Array.from({ length: 64 }, (_, index) => ((bytes[at + (index >>> 3)] ?? 0) >>> (7 - (index & 7))) & 1);

const choose = (bits: Bits, positions: readonly number[]): Bits => positions.map((position) => bits[position - 1] ?? 0);

const toWord = (bits: Bits): number => bits.reduce((word, bit) => (word << 1) | bit, 0);

/** Computes each box's permuted output for every six-bit input. */
function makeSpread(): Int32Array[] {
  return boxes.map((box, number) =>
    Int32Array.from({ length: 64 }, (_, input) => {
      const row = ((input >>> 4) & 2) | (input & 1);
      const value = box[row * 16 + ((input >>> 1) & 15)] ?? 0;
      return roundPermutation.reduce((word, position, index) => {
        const bit = position - 1 - number * 4;
        return bit >= 0 && bit < 4 && ((value >>> (3 - bit)) & 1) === 1 ? word | (1 << (31 - index)) : word;
      }, 0);
    }),
  );
}

let spread: Int32Array[] | null = null;

/** Returns sixteen round keys, each with eight groups of six bits. */
function scheduleKeys(key: Uint8Array, at: number): Uint8Array[] {
  const chosen = choose(bitsOf(key, at), firstKeyChoice);
  let [left, right] = [chosen.slice(0, 28), chosen.slice(28)];
  return keyShifts.map((shift) => {
    left = [...left.slice(shift), ...left.slice(0, shift)];
    right = [...right.slice(shift), ...right.slice(0, shift)];
    const bits = choose([...left, ...right], secondKeyChoice);
    return Uint8Array.from({ length: 8 }, (_, group) => toWord(bits.slice(group * 6, group * 6 + 6)));
  });
}

function mix(half: number, keys: Uint8Array, tables: Int32Array[]): number {
  let result = 0;
  for (let group = 0; group < 8; group++) {
    // Rotates the word until four bits and their neighbour on either side are the lowest six.
    const turn = (27 - group * 4 + 32) % 32;
    const turned = turn === 0 ? half : (half >>> turn) | (half << (32 - turn));
    result |= tables[group]?.[(turned & 0x3f) ^ (keys[group] ?? 0)] ?? 0;
  }
  return result;
}

function permute(bytes: Uint8Array, at: number, output: Uint8Array, to: number, positions: readonly number[]): void {
  const bits = choose(bitsOf(bytes, at), positions);
  for (let index = 0; index < BLOCK; index++) output[to + index] = toWord(bits.slice(index * 8, index * 8 + 8));
}

const finalPermutation = initialPermutation.map((_, index) => initialPermutation.indexOf(index + 1) + 1);

function runRounds(block: DataView, schedules: readonly (readonly Uint8Array[])[], tables: Int32Array[]): void {
  let [left, right] = [block.getInt32(0), block.getInt32(4)];
  for (const keys of schedules) {
    for (const round of keys) [left, right] = [right, left ^ mix(right, round, tables)];
    // The halves are swapped after the last round.
    [left, right] = [right, left];
  }
  block.setInt32(0, left);
  block.setInt32(4, right);
}

/** Applies DES three times, the second time in reverse, with keys of eight bytes each. With two keys, the third is the first. */
export function createTripleDes(key: Uint8Array): BlockCipher {
  spread ??= makeSpread();
  const tables = spread;
  const [first, second] = [scheduleKeys(key, 0), scheduleKeys(key, BLOCK)];
  const third = key.length > 2 * BLOCK ? scheduleKeys(key, 2 * BLOCK) : first;
  const reversed = (keys: Uint8Array[]) => keys.slice().reverse();
  const encrypting = [first, reversed(second), third];
  const decrypting = [reversed(third), second, reversed(first)];
  const crypt = (schedules: typeof encrypting) => (input: Uint8Array, at: number, output: Uint8Array, to: number) => {
    const block = new Uint8Array(BLOCK);
    permute(input, at, block, 0, initialPermutation);
    runRounds(new DataView(block.buffer), schedules, tables);
    permute(block, 0, output, to, finalPermutation);
  };
  return { size: BLOCK, encrypt: crypt(encrypting), decrypt: crypt(decrypting) };
}
