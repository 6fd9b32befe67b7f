import { resolveCommand } from '../language/resolve-command.ts';
import { SHELL_KEYWORDS } from '../language/shell-keywords.ts';
import type { Execution } from '../language/state/execution.ts';
import { functionSource } from '../language/state/function-source.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

type Found = { type: 'alias' | 'keyword' | 'function' | 'builtin' | 'file'; detail: string };

function lookUp(name: string, execution: Execution, builtins: ReadonlySet<string>): Found | null {
  const { state, program } = execution;
  const alias = state.aliases.get(name);
  if (alias !== undefined) return { type: 'alias', detail: alias };
  if (SHELL_KEYWORDS.has(name)) return { type: 'keyword', detail: '' };
  const definition = state.functions.get(name);
  if (definition !== undefined) return { type: 'function', detail: functionSource(name, definition) };
  if (builtins.has(name)) return { type: 'builtin', detail: '' };
  const resolved = resolveCommand(name, state.variables.text('PATH') ?? '', state.cwd, program.system);
  return resolved.type === 'failure' ? null : { type: 'file', detail: name.includes('/') ? name : resolved.path };
}

/** The names are a parameter because the list that defines them also contains this builtin. */
export function createType(builtins: ReadonlySet<string>): Builtin {
  return async ({ args, execution, stdout, complain }) => {
    const flags = new Set(args.filter((argument) => /^-[tpaPf]+$/.test(argument)).flatMap((argument) => [...argument.slice(1)]));
    let exitCode = 0;
    for (const name of args.filter((argument) => !/^-[tpaPf]+$/.test(argument))) {
      const found = lookUp(name, execution, builtins);
      if (found === null) {
        if (!flags.has('t') && !flags.has('p')) await complain(`${name}: not found`);
        exitCode = 1;
      } else if (flags.has('t')) await stdout.writeLine(found.type);
      else if (flags.has('p') || flags.has('P')) {
        if (found.type === 'file') await stdout.writeLine(found.detail);
      } else await stdout.writeLine(sentence(name, found));
    }
    return exitCode;
  };
}

function sentence(name: string, found: Found): string {
  switch (found.type) {
    case 'alias':
      return `${name} is aliased to \`${found.detail}'`;
    case 'keyword':
      return `${name} is a shell keyword`;
    case 'function':
      return `${name} is a function\n${found.detail}`;
    case 'builtin':
      return `${name} is a shell builtin`;
    case 'file':
      return `${name} is ${found.detail}`;
  }
}

/** Implements `command`: runs a command, ignoring functions; `-v` and `-V` only look it up. */
export function createCommand(builtins: ReadonlySet<string>): Builtin {
  const type = createType(builtins);
  return async (context) => {
    const { args, execution } = context;
    let index = 0;
    let isLooking = false;
    let isVerbose = false;
    while (/^-[pvV]+$/.test(args[index] ?? '')) {
      isLooking ||= args[index]?.includes('v') === true;
      isVerbose ||= args[index]?.includes('V') === true;
      index += 1;
    }
    if (args[index] === '--') index += 1;
    const rest = args.slice(index);
    if (isVerbose) return type({ ...context, args: rest });
    if (isLooking) return printPaths(rest, builtins, context);
    if (rest.length === 0) return 0;
    await context.stdout.flush();
    return execution.interpreter.runArguments(rest, execution, { isFunctionSkipped: true });
  };
}

async function printPaths(names: readonly string[], builtins: ReadonlySet<string>, { execution, stdout }: BuiltinContext): Promise<number> {
  // Finding one name is enough for exit code 0.
  let exitCode = names.length === 0 ? 0 : 1;
  for (const name of names) {
    const found = lookUp(name, execution, builtins);
    if (found !== null) exitCode = 0;
    if (found === null) continue;
    if (found.type === 'alias') await stdout.writeLine(`alias ${name}=${quoteForShell(found.detail, true)}`);
    else await stdout.writeLine(found.type === 'file' ? found.detail : name);
  }
  return exitCode;
}

/** Implements `builtin`: runs a builtin even if a function has the same name. */
export function createBuiltin(builtins: ReadonlySet<string>): Builtin {
  return async ({ args, execution, complain, stdout }) => {
    const [name] = args;
    if (name === undefined) return 0;
    if (!builtins.has(name)) {
      await complain(`${name}: not a shell builtin`);
      return 1;
    }
    await stdout.flush();
    return execution.interpreter.runArguments([...args], execution, { isFunctionSkipped: true });
  };
}

/** Implements `hash`. Nothing is cached, so nothing can be stale: `hash name` only checks that the command exists. */
export const hash: Builtin = async ({ args, execution, complain, stdout }) => {
  if (args.length === 0) await stdout.writeLine('hash: hash table empty');
  const { state, program } = execution;
  let exitCode = 0;
  for (const name of args.filter((argument) => !argument.startsWith('-'))) {
    if (resolveCommand(name, state.variables.text('PATH') ?? '', state.cwd, program.system).type !== 'failure') continue;
    await complain(`${name}: not found`);
    exitCode = 1;
  }
  return exitCode;
};

export const alias: Builtin = async ({ args, execution, stdout, complain }) => {
  const { aliases } = execution.state;
  const show = (name: string, text: string) => stdout.writeLine(`alias ${name}=${quoteForShell(text, true)}`);
  if (args.length === 0) for (const [name, text] of [...aliases].sort()) await show(name, text);
  let exitCode = 0;
  for (const argument of args) {
    const equals = argument.indexOf('=');
    if (equals > 0) {
      aliases.set(argument.slice(0, equals), argument.slice(equals + 1));
      continue;
    }
    const text = aliases.get(argument);
    if (text === undefined) {
      await complain(`${argument}: not found`);
      exitCode = 1;
    } else await show(argument, text);
  }
  return exitCode;
};

export const unalias: Builtin = async ({ args, execution, complain }) => {
  if (args[0] === '-a') {
    execution.state.aliases.clear();
    return 0;
  }
  let exitCode = 0;
  for (const name of args) {
    if (execution.state.aliases.delete(name)) continue;
    await complain(`${name}: not found`);
    exitCode = 1;
  }
  return exitCode;
};
