/** Tags of V8's serialized values (version 15), named in v8/src/objects/value-serializer.cc; the format is stable across releases. */
export const Tag = {
  VERSION: 0xff,
  PADDING: '\0',
  HOLE: '-',
  UNDEFINED: '_',
  NULL: '0',
  TRUE: 'T',
  FALSE: 'F',
  INT32: 'I',
  UINT32: 'U',
  DOUBLE: 'N',
  BIGINT: 'Z',
  UTF8_STRING: 'S',
  ONE_BYTE_STRING: '"',
  TWO_BYTE_STRING: 'c',
  REFERENCE: '^',
  OBJECT: 'o',
  END_OBJECT: '{',
  SPARSE_ARRAY: 'a',
  END_SPARSE_ARRAY: '@',
  DENSE_ARRAY: 'A',
  END_DENSE_ARRAY: '$',
  DATE: 'D',
  TRUE_OBJECT: 'y',
  FALSE_OBJECT: 'x',
  NUMBER_OBJECT: 'n',
  BIGINT_OBJECT: 'z',
  STRING_OBJECT: 's',
  REGEXP: 'R',
  MAP: ';',
  END_MAP: ':',
  SET: "'",
  END_SET: ',',
  ARRAY_BUFFER: 'B',
  ARRAY_BUFFER_VIEW: 'V',
  HOST_OBJECT: '\\',
  ERROR: 'r',
} as const;

export const WIRE_VERSION = 15;

/** The bits of regular expression flags; one more bit (6) is internal to V8. */
export const regexpFlags: readonly (readonly [string, number])[] = [
  ['g', 1],
  ['i', 2],
  ['m', 4],
  ['y', 8],
  ['u', 16],
  ['s', 32],
  ['d', 128],
  ['v', 256],
];

export const errorTags: ReadonlyMap<string, string> = new Map([
  ['EvalError', 'E'],
  ['RangeError', 'R'],
  ['ReferenceError', 'F'],
  ['SyntaxError', 'S'],
  ['TypeError', 'T'],
  ['URIError', 'U'],
]);

/** View types by the sub-tag of the base format, and by the number in Node's default serializer (10 is Buffer). */
export const viewKinds: readonly { name: string; tag: string; number: number; bytes: number }[] = [
  { name: 'Int8Array', tag: 'b', number: 0, bytes: 1 },
  { name: 'Uint8Array', tag: 'B', number: 1, bytes: 1 },
  { name: 'Uint8ClampedArray', tag: 'C', number: 2, bytes: 1 },
  { name: 'Int16Array', tag: 'w', number: 3, bytes: 2 },
  { name: 'Uint16Array', tag: 'W', number: 4, bytes: 2 },
  { name: 'Int32Array', tag: 'd', number: 5, bytes: 4 },
  { name: 'Uint32Array', tag: 'D', number: 6, bytes: 4 },
  { name: 'Float32Array', tag: 'f', number: 7, bytes: 4 },
  { name: 'Float64Array', tag: 'F', number: 8, bytes: 8 },
  { name: 'DataView', tag: '?', number: 9, bytes: 1 },
  { name: 'BigInt64Array', tag: 'q', number: 11, bytes: 8 },
  { name: 'BigUint64Array', tag: 'Q', number: 12, bytes: 8 },
];

export const BUFFER_NUMBER = 10;
