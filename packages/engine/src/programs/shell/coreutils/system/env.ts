import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { splitString } from './split-string.ts';

const FAILED = 125;

const specification = {
  flags: 'i0v',
  values: 'uCS',
  long: { 'ignore-environment': 'i', null: '0', unset: 'u', chdir: 'C', 'split-string': 'S', debug: 'v' },
  isStopping: true,
  exitCode: FAILED,
};

/** Implements `env` and `printenv`. */
export const env: Command = async (context) => {
  const { name } = context;
  if (name === 'printenv') return printNames(context);
  const notes: string[] = [];
  const { flags, values, operands, value } = parseOptions({ name, args: withSplitWords(context, notes) }, specification);
  const isEmptied = flags.has('i') || operands[0] === '-';
  const words = operands.slice(operands[0] === '-' ? 1 : 0);
  const end = words.findIndex((word) => !word.includes('='));
  const [assignments, command] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const folder = value('C');
  if (flags.has('0') && command.length > 0) throw usageError('cannot specify --null (-0) with command');
  if (folder !== null && command.length === 0) throw usageError('must specify command with --chdir (-C)');
  const removed = isEmptied ? [] : (values.get('u') ?? []);
  for (const variable of removed) if (/^$|=/.test(variable)) throw new CommandError(`cannot unset '${variable}': Invalid argument`, FAILED);
  const variables = new Map(isEmptied ? [] : context.env);
  if (isEmptied) notes.push('cleaning environ');
  for (const variable of removed) {
    notes.push(`unset:    ${variable}`);
    variables.delete(variable);
  }
  for (const word of assignments) {
    notes.push(`setenv:   ${word}`);
    variables.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
  }
  if (folder !== null) notes.push(`chdir:    '${folder}'`);
  const cwd = folder === null ? context.cwd : folderNamed(folder, context);
  if (command.length > 0) notes.push(`executing: ${command[0]}`, ...command.map((argument, index) => `   arg[${index}]= '${argument}'`));
  if (flags.has('v')) await context.stderr.write(notes.map((note) => `${note}\n`).join(''));
  if (command.length > 0) return context.run(command, { env: variables, cwd, takesPlace: true });
  await printAll(variables, flags.has('0'), context);
  return 0;
};

function usageError(message: string): CommandError {
  return new CommandError(`${message}\nTry 'env --help' for more information.`, FAILED);
}

function folderNamed(path: string, { files }: CommandContext): string {
  if (files.isDirectory(path)) return files.resolve(path);
  const reason = files.find(path) === null ? 'No such file or directory' : 'Not a directory';
  throw new CommandError(`cannot change directory to '${path}': ${reason}`, FAILED);
}

/** Replaces `-S 'node --flag'` by its words, anywhere among the options; the words may begin with more options. */
function withSplitWords({ args, env: variables }: CommandContext, notes: string[]): string[] {
  let words = [...args];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--' || !/^-./.test(word)) break;
    const { option, value, before } = optionIn(word);
    if (option === null) continue;
    const text = value ?? words[index + 1];
    if (option === 'S' && text !== undefined) {
      const split = splitString(text, variables);
      notes.push(`split -S:  '${text}'`, ...split.map((part, place) => `${place === 0 ? ' into:   ' : '     &   '} '${part}'`));
      words = [...words.slice(0, index), ...before, ...split, ...words.slice(index + (value === null ? 2 : 1))];
      index += before.length - 1;
    } else if (value === null) index += 1;
  }
  return words;
}

/**
 * Splits a word at its first option that takes a value. `value` is null if the value is the next word; `before` has the letters in front of
 * the option, as a word.
 */
function optionIn(word: string): { option: string | null; value: string | null; before: string[] } {
  if (!word.startsWith('--')) {
    const [, flags = '', option = null, value = ''] = /^-([^uCS]*)([uCS])?(.*)$/s.exec(word) ?? [];
    return { option, value: value === '' ? null : value, before: flags === '' ? [] : [`-${flags}`] };
  }
  const [, name = '', value = null] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const option = Object.entries(specification.long).find(([long]) => long.startsWith(name))?.[1] ?? null;
  return { option: option !== null && specification.values.includes(option) ? option : null, value, before: [] };
}

async function printAll(variables: ReadonlyMap<string, string>, isZeroEnded: boolean, { stdout }: CommandContext): Promise<void> {
  for (const [key, value] of variables) await stdout.write(`${key}=${value}${isZeroEnded ? '\0' : '\n'}`);
}

async function printNames(context: CommandContext): Promise<number> {
  const { operands: names, flags } = parseOptions(context, { flags: '0', long: { null: '0' }, exitCode: 2 });
  if (names.length === 0) await printAll(context.env, flags.has('0'), context);
  let exitCode = 0;
  for (const name of names) {
    const value = context.env.get(name);
    if (value === undefined) exitCode = 1;
    else await context.stdout.write(`${value}${flags.has('0') ? '\0' : '\n'}`);
  }
  return exitCode;
}
