import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const whoami: Command = async (context) => {
  parseOptions(context, {});
  await context.stdout.writeLine(context.env.get('USER') ?? 'user');
  return 0;
};

export const hostname: Command = async (context) => {
  const { flags } = parseOptions(context, {
    flags: 'sfdiIA',
    long: { short: 's', fqdn: 'f', long: 'f', domain: 'd', 'ip-address': 'i', 'all-ip-addresses': 'I', 'all-fqdns': 'A' },
  });
  const isAddress = flags.has('i') || flags.has('I');
  await context.stdout.writeLine(isAddress ? '127.0.0.1' : flags.has('d') ? '' : (context.env.get('HOSTNAME') ?? 'devonz'));
  return 0;
};

export const id: Command = async (context) => {
  const { flags } = parseOptions(context, {
    flags: 'uGgnrza',
    long: { user: 'u', groups: 'G', group: 'g', name: 'n', real: 'r', zero: 'z' },
  });
  const user = context.env.get('USER') ?? 'user';
  const isShort = ['u', 'g', 'G'].some((letter) => flags.has(letter));
  const text = flags.has('n') ? user : isShort ? '1000' : `uid=1000(${user}) gid=1000(${user}) groups=1000(${user})`;
  await context.stdout.write(text + (flags.has('z') ? '\0' : '\n'));
  return 0;
};

const systemParts: readonly (readonly [letter: string, name: string, text: string])[] = [
  ['s', 'kernel-name', 'Linux'],
  ['n', 'nodename', 'devonz'],
  ['r', 'kernel-release', '6.1.0'],
  ['v', 'kernel-version', '#1'],
  ['m', 'machine', 'wasm32'],
  ['p', 'processor', 'unknown'],
  ['i', 'hardware-platform', 'unknown'],
  ['o', 'operating-system', 'GNU/Linux'],
];

export const uname: Command = async (context) => {
  const { flags } = parseOptions(context, {
    flags: 'asnrvmpio',
    long: { all: 'a', ...Object.fromEntries(systemParts.map(([letter, name]) => [name, letter])) },
  });
  // As in GNU uname, `-a` leaves out unknown parts.
  const chosen = systemParts.filter(([letter, , text]) => (flags.has('a') ? text !== 'unknown' : flags.has(letter)));
  await context.stdout.writeLine((chosen.length === 0 ? systemParts.slice(0, 1) : chosen).map(([, , text]) => text).join(' '));
  return 0;
};

export const arch: Command = async (context) => {
  parseOptions(context, {});
  await context.stdout.writeLine('wasm32');
  return 0;
};

/** Implements `groups`: each user has their own group. */
export const groups: Command = async (context) => {
  parseOptions(context, {});
  await context.stdout.writeLine(context.env.get('USER') ?? 'user');
  return 0;
};

export const nproc: Command = async (context) => {
  const { value, operands } = parseOptions(context, { longFlags: ['all'], longValues: ['ignore'] });
  const ignored = value('ignore') ?? '0';
  if (!/^\s*\+?\d+$/.test(ignored)) throw new CommandError(`invalid number: '${ignored}'`);
  if (operands[0] !== undefined) throw new CommandError(`extra operand '${operands[0]}'\nTry 'nproc --help' for more information.`);
  const count = globalThis.navigator?.hardwareConcurrency ?? 1;
  await context.stdout.writeLine(String(Math.max(1, count - Number(ignored))));
  return 0;
};

export const tty: Command = async (context) => {
  const { flags } = parseOptions(context, { flags: 's', long: { silent: 's', quiet: 's' }, exitCode: 2 });
  const { isTerminal } = context.stdin;
  if (!flags.has('s')) await context.stdout.writeLine(isTerminal ? '/dev/tty' : 'not a tty');
  return isTerminal ? 0 : 1;
};

export const clear: Command = async (context) => {
  const { flags } = parseOptions(context, { flags: 'x', values: 'T' });
  await context.stdout.write(`\x1b[H\x1b[2J${flags.has('x') ? '' : '\x1b[3J'}`);
  return 0;
};

/** Implements `sync`: nothing waits to be written. */
export const sync: Command = async (context) => {
  parseOptions(context, { flags: 'df', long: { data: 'd', 'file-system': 'f' } });
  return 0;
};

export const succeed: Command = async () => 0;

export const fail: Command = async () => 1;

export const printFolder: Command = async (context) => {
  parseOptions(context, { flags: 'LP', long: { logical: 'L', physical: 'P' } });
  await context.stdout.writeLine(context.cwd);
  return 0;
};
