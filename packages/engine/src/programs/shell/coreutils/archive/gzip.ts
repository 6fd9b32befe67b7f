import { gunzipSync, gzipSync } from 'fflate';
import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** `gzip`, `gunzip` and `zcat`. */
export const gzip: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'cdfkqrvtn123456789',
    long: { stdout: 'c', decompress: 'd', force: 'f', keep: 'k', verbose: 'v', best: '9', fast: '1', test: 't', recursive: 'r' },
  });
  const isUnpacking = flags.has('d') || context.name !== 'gzip';
  const isToOutput = flags.has('c') || context.name === 'zcat';
  if (operands.length === 0 || (operands.length === 1 && operands[0] === '-')) {
    const bytes = await context.stdin.readAll();
    await context.stdout.writeBytes(isUnpacking ? unpacked(bytes) : gzipSync(bytes));
    return 0;
  }
  let exitCode = 0;
  for (const path of operands) if (!(await one(path, isUnpacking, isToOutput, flags, context))) exitCode = 1;
  return exitCode;
};

async function one(
  path: string,
  isUnpacking: boolean,
  isToOutput: boolean,
  flags: ReadonlySet<string>,
  context: CommandContext,
): Promise<boolean> {
  const { files, system, stderr, stdout, name } = context;
  const complain = async (message: string) => {
    await stderr.writeLine(`${name}: ${message}`);
    return false;
  };
  const status = files.find(path);
  if (status === null) return complain(`${path}: No such file or directory`);
  if (status.kind === 'directory') return complain(`${path} is a directory -- ignored`);
  if (isUnpacking && !isToOutput && !/\.t?gz$/.test(path)) return complain(`${path}: unknown suffix -- ignored`);
  if (!isUnpacking && path.endsWith('.gz') && !isToOutput) return complain(`${path} already has .gz suffix -- unchanged`);
  const bytes = await files.readBytes(path);
  let result: Uint8Array;
  try {
    result = isUnpacking ? unpacked(bytes) : gzipSync(bytes);
  } catch {
    return complain(`${path}: not in gzip format`);
  }
  if (isToOutput) {
    await stdout.writeBytes(result);
    return true;
  }
  const target = isUnpacking ? path.replace(/\.tgz$/, '.tar').replace(/\.gz$/, '') : `${path}.gz`;
  if (files.find(target) !== null && !flags.has('f')) return complain(`${target} already exists; not overwritten`);
  files.writeBytes(target, result, status.mode);
  if (!flags.has('k')) system.sync('unlink', files.resolve(path));
  return true;
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new Error('not in gzip format');
  return gunzipSync(bytes);
}
