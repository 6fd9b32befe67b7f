import { defaultKernelLimits } from '../../../../abi/limits.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const specification = {
  flags: 'ahHiklmPT',
  values: 'Btx',
  long: {
    all: 'a',
    'human-readable': 'h',
    si: 'H',
    inodes: 'i',
    local: 'l',
    portability: 'P',
    'print-type': 'T',
    'block-size': 'B',
    type: 't',
    'exclude-type': 'x',
  },
  longFlags: ['total', 'sync', 'no-sync'],
  longOptional: ['output'],
};
const MIB = 1024 ** 2;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 1024],
  ['KB', 1000],
  ['M', MIB],
  ['MB', 1e6],
  ['G', 1024 ** 3],
  ['GB', 1e9],
]);

/** Implements `df`. The size is the kernel's limit for all files together. The used space is not known, which `-` shows, as in GNU df. */
export const df: Command = async (context) => {
  const { flags, value, values, operands } = parseOptions(context, specification);
  for (const path of operands) if (context.files.find(path) === null) throw new CommandError(`${path}: No such file or directory`);
  const isShort = flags.has('h') || flags.has('H');
  const unit = flags.has('m') ? MIB : blockSize(value('B'));
  const total = defaultKernelLimits.maxTotalBytes;
  const base = flags.has('H') ? 1000 : 1024;
  const size = isShort ? `${(total / base ** 3).toFixed(1)}G` : String(Math.ceil(total / unit));
  const sizeTitle = isShort
    ? 'Size'
    : unit === 1024
      ? flags.has('P')
        ? '1024-blocks'
        : '1K-blocks'
      : unit === MIB
        ? '1M-blocks'
        : `${unit}B-blocks`;
  const columns: Record<string, readonly [title: string, text: string]> = {
    source: ['Filesystem', 'memory'],
    fstype: ['Type', 'tmpfs'],
    itotal: ['Inodes', '-'],
    iused: ['IUsed', '-'],
    iavail: ['IFree', '-'],
    ipcent: ['IUse%', '-'],
    size: [sizeTitle.padStart(11), size.padStart(11)],
    used: ['Used', '-'],
    avail: [isShort ? 'Avail' : 'Available', '-'],
    pcent: [flags.has('P') ? 'Capacity' : 'Use%', '-'],
    target: ['Mounted on', '/'],
  };
  const middle = flags.has('i') ? ['itotal', 'iused', 'iavail', 'ipcent'] : ['size', 'used', 'avail', 'pcent'];
  const output = values.get('output')?.flatMap((list) => (list === '' ? Object.keys(columns) : list.split(',')));
  const names = output ?? ['source', ...(flags.has('T') ? ['fstype'] : []), ...middle, 'target'];
  const unknown = names.find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined) throw new CommandError(`option --output: field '${unknown}' unknown\nTry 'df --help' for more information.`);
  for (const row of [0, 1] as const) {
    const cells = names.map((name) => {
      const texts = columns[name] ?? ['', ''];
      const width = Math.max(...texts.map(({ length }) => length));
      if (name === 'target') return texts[row];
      return name === 'source' || name === 'fstype' ? texts[row].padEnd(width) : texts[row].padStart(width);
    });
    await context.stdout.writeLine(cells.join(' ').trimEnd());
  }
  return 0;
};

/** Returns the bytes of a block: `M`, `1M`, `4096`; 1024 without a size. */
function blockSize(text: string | null): number {
  if (text === null) return 1024;
  const [, count = '', letters = ''] = /^(\d*)([A-Za-z]*)$/.exec(text) ?? [];
  const unit = UNITS.get(letters.toUpperCase().replace(/^([KMG])IB$/, '$1'));
  const size = (count === '' ? 1 : Number(count)) * (unit ?? 0);
  if (size === 0 || text === '') throw new CommandError(`invalid -B argument '${text}'`);
  return size;
}
