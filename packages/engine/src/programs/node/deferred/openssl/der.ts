import { Buffer } from '../../base/buffer-class.ts';
import { encodeDer } from '../keys/der.ts';

const element = (tag: number, ...contents: Uint8Array[]): Buffer => Buffer.from(encodeDer(tag, ...contents));

export const sequence = (...contents: Uint8Array[]): Buffer => element(0x30, ...contents);
export const set = (...contents: Uint8Array[]): Buffer => element(0x31, ...contents);
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const printable = (text: string): Buffer => element(0x13, Buffer.from(text));
export const octets = (...contents: Uint8Array[]): Buffer => element(0x04, ...contents);
export const bits = (content: Uint8Array, unused = 0): Buffer => element(0x03, Buffer.from([unused]), content);
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 255 : 0]));
export const nothing = (): Buffer => element(0x05);
export const tagged = (number: number, ...contents: Uint8Array[]): Buffer => element(0xa0 | number, ...contents);
/** Encodes a primitive value with an implicit tag: `[2] IA5String`. */
export const implicit = (number: number, content: Uint8Array): Buffer => element(0x80 | number, content);

/** Encodes a non-negative integer. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const kept = first === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first));
  return element(0x02, (kept[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), kept]) : kept);
}

/** Encodes an object identifier such as `2.5.4.3`. */
export function identifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}

export function time(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(text.slice(2))) : element(0x18, Buffer.from(text));
}

export function toPem(label: string, der: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
}
