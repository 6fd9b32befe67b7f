import type { FileStatus } from '../../../../abi/system-calls.ts';
import { formatEscapes } from '../../text/escapes.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { modeText } from '../../text/mode-text.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { kindOf } from '../kind-of.ts';
import { parseOptions } from '../parse-options.ts';

/** Every user and group ID is 1000, and all files are on one device. */
const TERSE = '%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o';

export const stat: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'Lt',
    values: 'c',
    long: { format: 'c', dereference: 'L', terse: 't' },
    longValues: ['printf'],
  });
  if (operands.length === 0) throw new CommandError("missing operand\nTry 'stat --help' for more information.");
  const times = new LocalTimes(context.env);
  let exitCode = 0;
  for (const path of operands) {
    const status = context.files.find(path, flags.has('L'));
    if (status === null) {
      await context.stderr.writeLine(`stat: cannot statx '${path}': No such file or directory`);
      exitCode = 1;
      continue;
    }
    const format = value('c') ?? (flags.has('t') ? TERSE : null);
    const printf = value('printf');
    if (printf !== null) await context.stdout.writeBytes(formatEscapes(filled(printf, path, status, times)));
    else await context.stdout.writeLine(format === null ? summary(path, status, times) : filled(format, path, status, times));
  }
  return exitCode;
};

/** The `st_mode` bits of each file type. */
const KIND_BITS: Readonly<Record<FileStatus['kind'], number>> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  pipe: 0o010000,
  terminal: 0o020000,
  console: 0o020000,
  socket: 0o140000,
};

const TIME = '%Y-%m-%d %H:%M:%S.%N %z';

function filled(format: string, path: string, status: FileStatus, times: LocalTimes): string {
  return format.replace(/%([a-zA-Z%])/g, (whole, letter: string) => {
    const values: Record<string, string> = {
      '%': '%',
      n: path,
      N: `'${path}'`,
      s: String(status.size),
      a: status.mode.toString(8),
      A: modeText(status),
      F: kindOf(status),
      i: String(status.inode),
      h: String(status.linkCount),
      u: '1000',
      g: '1000',
      U: 'user',
      G: 'user',
      f: ((KIND_BITS[status.kind] | status.mode) >>> 0).toString(16),
      D: '1',
      d: '1',
      t: '0',
      T: '0',
      X: String(Math.floor(status.accessedAt / 1000)),
      Y: String(Math.floor(status.modifiedAt / 1000)),
      Z: String(Math.floor(status.changedAt / 1000)),
      W: String(Math.floor(status.createdAt / 1000)),
      x: times.format(status.accessedAt, TIME),
      y: times.format(status.modifiedAt, TIME),
      z: times.format(status.changedAt, TIME),
      b: String(Math.ceil(status.size / 4096) * 8),
      B: '512',
      o: '4096',
    };
    return Object.hasOwn(values, letter) ? (values[letter] ?? whole) : whole;
  });
}

function summary(path: string, status: FileStatus, times: LocalTimes): string {
  const access = `(${status.mode.toString(8).padStart(4, '0')}/${modeText(status)})  Uid: ( 1000/    user)   Gid: ( 1000/    user)`;
  return [
    `  File: ${path}`,
    `  Size: ${String(status.size).padEnd(10)}\tBlocks: ${String(Math.ceil(status.size / 4096) * 8).padEnd(10)} IO Block: 4096   ${kindOf(status)}`,
    `Device: 0,1\tInode: ${String(status.inode).padEnd(11)} Links: ${status.linkCount}`,
    `Access: ${access}`,
    `Access: ${times.format(status.accessedAt, TIME)}`,
    `Modify: ${times.format(status.modifiedAt, TIME)}`,
    `Change: ${times.format(status.changedAt, TIME)}`,
    ` Birth: ${times.format(status.createdAt, TIME)}`,
  ].join('\n');
}
