import type { Command } from '../command.ts';

export const whoami: Command = async ({ env, stdout }) => {
  await stdout.writeLine(env.get('USER') ?? 'user');
  return 0;
};

export const hostname: Command = async ({ env, stdout }) => {
  await stdout.writeLine(env.get('HOSTNAME') ?? 'devonz');
  return 0;
};

export const id: Command = async ({ args, env, stdout }) => {
  const user = env.get('USER') ?? 'user';
  const isName = args.includes('-un') || args.includes('-gn') || args.includes('-n');
  const isShort = args.some((argument) => /^-[ugGn]+$/.test(argument));
  await stdout.writeLine(isName ? user : isShort ? '1000' : `uid=1000(${user}) gid=1000(${user}) groups=1000(${user})`);
  return 0;
};

export const uname: Command = async ({ args, stdout }) => {
  const letters = args.join('');
  const parts: [string, string][] = [
    ['s', 'Linux'],
    ['n', 'devonz'],
    ['r', '6.1.0'],
    ['v', '#1'],
    ['m', 'wasm32'],
    ['o', 'GNU/Linux'],
  ];
  const chosen = letters.includes('a') ? parts : parts.filter(([letter]) => letters.replace(/^--/, '').includes(letter));
  await stdout.writeLine((chosen.length === 0 ? parts.slice(0, 1) : chosen).map(([, text]) => text).join(' '));
  return 0;
};

export const arch: Command = async ({ stdout }) => {
  await stdout.writeLine('wasm32');
  return 0;
};

/** Implements `groups`: each user has their own group. */
export const groups: Command = async ({ env, stdout }) => {
  await stdout.writeLine(env.get('USER') ?? 'user');
  return 0;
};

export const nproc: Command = async ({ stdout }) => {
  await stdout.writeLine(String(globalThis.navigator?.hardwareConcurrency ?? 1));
  return 0;
};

export const tty: Command = async ({ stdin, stdout }) => {
  await stdout.writeLine(stdin.isTerminal ? '/dev/tty' : 'not a tty');
  return stdin.isTerminal ? 0 : 1;
};

export const clear: Command = async ({ stdout }) => {
  await stdout.write('\x1b[H\x1b[2J\x1b[3J');
  return 0;
};

export const succeed: Command = async () => 0;

export const fail: Command = async () => 1;

export const printFolder: Command = async ({ cwd, stdout }) => {
  await stdout.writeLine(cwd);
  return 0;
};
