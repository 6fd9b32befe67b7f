import { md5 } from '@noble/hashes/legacy';
import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { verifySums } from './verify-sums.ts';

const algorithms = new Map([
  ['sha1sum', 'SHA-1'],
  ['sha256sum', 'SHA-256'],
  ['sha384sum', 'SHA-384'],
  ['sha512sum', 'SHA-512'],
]);

/** Implements `md5sum`, `sha1sum`, `sha256sum` and so on. */
export const hashSum: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'bctwz',
    long: { check: 'c', binary: 'b', text: 't', warn: 'w', zero: 'z' },
    longFlags: ['quiet', 'tag', 'status', 'strict', 'ignore-missing'],
  });
  const length = (await digest(new Uint8Array(0), context.name)).length;
  const digestOf = (bytes: Uint8Array) => digest(bytes, context.name);
  if (flags.has('c')) return verifySums(operands, { flags, digestOf, length, label: labelOf(context.name) }, context);
  const end = flags.has('z') ? '\0' : '\n';
  return eachInput(context, operands, async (input, path) => {
    const sum = await digestOf(await input.readAll());
    const line = flags.has('tag') ? `${labelOf(context.name)} (${path}) = ${sum}` : `${sum} ${flags.has('b') ? '*' : ' '}${path}`;
    await context.stdout.write(line + end);
  });
};

/** Returns the algorithm's name in BSD's output format. */
function labelOf(name: string): string {
  return name.slice(0, -'sum'.length).toUpperCase();
}

async function digest(bytes: Uint8Array, name: string): Promise<string> {
  const algorithm = algorithms.get(name);
  // A copy, since WebCrypto rejects memory that may be shared.
  const result = algorithm === undefined ? md5(bytes) : new Uint8Array(await crypto.subtle.digest(algorithm, new Uint8Array(bytes)));
  return [...result].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
