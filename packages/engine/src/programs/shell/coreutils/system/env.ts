import type { Command } from '../command.ts';

/** Implements `env` and `printenv`. */
export const env: Command = async (context) => {
  const { name, args, stdout } = context;
  if (name === 'printenv') return printNames(args, context);
  const variables = new Map(context.env);
  let index = 0;
  let cwd = context.cwd;
  for (; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '-i' || argument === '-' || argument === '--ignore-environment') variables.clear();
    else if (argument === '-u' || argument === '--unset') variables.delete(args[++index] ?? '');
    else if (argument === '-C' || argument === '--chdir') cwd = context.files.resolve(args[++index] ?? '');
    else if (argument === '-S') {
      args.splice(index, 2, ...(args[index + 1] ?? '').split(/\s+/));
      index -= 1;
    } else if (/^[^=]+=/.test(argument)) variables.set(argument.slice(0, argument.indexOf('=')), argument.slice(argument.indexOf('=') + 1));
    else if (argument !== '--' && argument !== '-0') break;
  }
  const command = args.slice(index);
  if (command.length > 0) return context.run(command, { env: variables, cwd, takesPlace: true });
  for (const [key, value] of variables) await stdout.writeLine(`${key}=${value}`);
  return 0;
};

async function printNames(names: readonly string[], { env: variables, stdout }: Parameters<Command>[0]): Promise<number> {
  if (names.length === 0) for (const [key, value] of variables) await stdout.writeLine(`${key}=${value}`);
  let exitCode = 0;
  for (const name of names) {
    const value = variables.get(name);
    if (value === undefined) exitCode = 1;
    else await stdout.writeLine(value);
  }
  return exitCode;
}
