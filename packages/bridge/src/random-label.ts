const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns 26 lower-case letters and digits with 130 random bits: a secret that is a label of a host name. */
export function randomLabel(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  return [...random(new Uint8Array(26))].map((byte) => LETTERS[byte & 31]).join('');
}
