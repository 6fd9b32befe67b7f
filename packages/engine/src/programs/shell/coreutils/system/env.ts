import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const specification = {
  flags: 'i0v',
  values: 'uCS',
  long: { 'ignore-environment': 'i', null: '0', unset: 'u', chdir: 'C', 'split-string': 'S', debug: 'v' },
  isStopping: true,
  exitCode: 125,
};

/** Implements `env` and `printenv`. */
export const env: Command = async (context) => {
  const { name } = context;
  if (name === 'printenv') return printNames(context);
  const options = parseOptions({ name, args: withSplitWords(context.args) }, specification);
  const variables = new Map(options.flags.has('i') || options.operands[0] === '-' ? [] : context.env);
  for (const removed of options.values.get('u') ?? []) variables.delete(removed);
  const words = options.operands.slice(options.operands[0] === '-' ? 1 : 0);
  const end = words.findIndex((word) => !/^[^=]+=/.test(word));
  for (const word of end === -1 ? words : words.slice(0, end)) {
    variables.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
  }
  const folder = options.value('C');
  const cwd = folder === null ? context.cwd : context.files.resolve(folder);
  if (end !== -1) return context.run(words.slice(end), { env: variables, cwd, takesPlace: true });
  await printAll(variables, options.flags.has('0'), context);
  return 0;
};

/** Replaces a leading `-S 'node --flag'` by the words in it. */
function withSplitWords(args: readonly string[]): string[] {
  const index = args.findIndex((argument) => /^(?:-v?S|--split-string)/.test(argument) || !/^-/.test(argument));
  const [, attached] = /^(?:-v?S|--split-string(?:=|$))(.*)$/s.exec(args[index] ?? '') ?? [];
  if (attached === undefined) return [...args];
  const text = attached === '' ? (args[index + 1] ?? '') : attached;
  return [...args.slice(0, index), ...text.trim().split(/\s+/), ...args.slice(index + (attached === '' ? 2 : 1))];
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
