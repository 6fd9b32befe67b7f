import { md5 } from '@noble/hashes/legacy';
import type { Command, CommandContext } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

const algorithms = new Map([
  ['sha1sum', 'SHA-1'],
  ['sha256sum', 'SHA-256'],
  ['sha384sum', 'SHA-384'],
  ['sha512sum', 'SHA-512'],
]);

/** `md5sum`, `sha1sum`, `sha256sum` and their kin. */
export const hashSum: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'bctqwz',
    long: { check: 'c', binary: 'b', text: 't', quiet: 'q', warn: 'w' },
    longFlags: ['tag', 'status', 'strict', 'ignore-missing'],
  });
  if (flags.has('c')) return verify(operands, flags, context);
  return eachInput(context, operands, async (input, path) => {
    await context.stdout.writeLine(`${await digest(await input.readAll(), context.name)} ${flags.has('b') ? '*' : ' '}${path}`);
  });
};

async function digest(bytes: Uint8Array, name: string): Promise<string> {
  const algorithm = algorithms.get(name);
  // A copy, since WebCrypto refuses what may be shared memory.
  const result = algorithm === undefined ? md5(bytes) : new Uint8Array(await crypto.subtle.digest(algorithm, new Uint8Array(bytes)));
  return [...result].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function verify(paths: readonly string[], flags: ReadonlySet<string>, context: CommandContext): Promise<number> {
  let failures = 0;
  let unreadable = 0;
  for (const list of paths.length === 0 ? ['-'] : paths) {
    for (const line of (await context.files.readText(list)).split('\n')) {
      const match = /^([\da-f]+) [ *](.+)$/i.exec(line);
      if (match === null) continue;
      const [, expected = '', path = ''] = match;
      if (context.files.find(path) === null) {
        await context.stderr.writeLine(`${context.name}: ${path}: No such file or directory`);
        await context.stdout.writeLine(`${path}: FAILED open or read`);
        unreadable += 1;
        continue;
      }
      const isSame = (await digest(await context.files.readBytes(path), context.name)) === expected.toLowerCase();
      if (!isSame) failures += 1;
      if (!flags.has('status') && !(isSame && flags.has('q'))) await context.stdout.writeLine(`${path}: ${isSame ? 'OK' : 'FAILED'}`);
    }
  }
  await context.stdout.flush();
  const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  if (flags.has('status')) return failures + unreadable > 0 ? 1 : 0;
  if (unreadable > 0)
    await context.stderr.writeLine(
      `${context.name}: WARNING: ${plural(unreadable, 'listed file could not be read', 'listed files could not be read')}`,
    );
  if (failures > 0)
    await context.stderr.writeLine(
      `${context.name}: WARNING: ${plural(failures, 'computed checksum did NOT match', 'computed checksums did NOT match')}`,
    );
  return failures + unreadable > 0 ? 1 : 0;
}
