const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a secret that is a valid label of a host name: 26 lower-case letters and digits with 130 random bits. */
export function randomLabel(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  return [...random(new Uint8Array(26))].map((byte) => LETTERS[byte & 31]).join('');
}
