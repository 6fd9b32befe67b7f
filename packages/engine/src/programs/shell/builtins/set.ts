import { optionByLetter, setOptions, shoptOptions } from '../language/state/shell-option-names.ts';
import type { ShellOptions } from '../language/state/shell-state.ts';
import { arrayEntries } from '../language/state/variables.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

export const set: Builtin = async (context) => {
  const { args, execution } = context;
  if (args.length === 0) return listVariables(context);
  let index = 0;
  for (; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      execution.state.positional = args.slice(index + 1);
      return 0;
    }
    if (argument === '-') {
      index += 1;
      break;
    }
    if (!/^[-+]./.test(argument)) break;
    const isOn = argument.startsWith('-');
    for (const letter of argument.slice(1)) {
      if (letter === 'o') {
        index += 1;
        const name = args[index];
        if (name === undefined) return listOptions(setOptions, context);
        if (!(await setOption(name, isOn, context))) return 2;
      } else if (!(await setLetter(letter, isOn, context))) return 2;
    }
  }
  if (index < args.length) execution.state.positional = args.slice(index);
  return 0;
};

async function setLetter(letter: string, isOn: boolean, { execution, complain }: BuiltinContext): Promise<boolean> {
  const name = optionByLetter.get(letter);
  if (name === undefined) {
    // Job control, hashing, brace expansion and function tracing: accepted, but they cannot be changed.
    if ('mhBbHktpP'.includes(letter)) return true;
    await complain(`-${letter}: invalid option\nset: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]`);
    return false;
  }
  execution.state.options[name] = isOn;
  return true;
}

async function setOption(name: string, isOn: boolean, { execution, complain }: BuiltinContext): Promise<boolean> {
  if (setOptions.has(name)) {
    // The set holds keys of ShellOptions only.
    execution.state.options[name as keyof ShellOptions] = isOn;
    return true;
  }
  if (['monitor', 'emacs', 'vi', 'history', 'posix', 'hashall', 'braceexpand', 'ignoreeof', 'notify'].includes(name)) return true;
  await complain(`${name}: invalid option name`);
  return false;
}

async function listOptions(names: ReadonlySet<string>, { execution, stdout }: BuiltinContext): Promise<number> {
  for (const [name, isOn] of Object.entries(execution.state.options).sort()) {
    if (names.has(name)) await stdout.writeLine(`${name.padEnd(15)}\t${isOn ? 'on' : 'off'}`);
  }
  return 0;
}

async function listVariables({ execution, stdout }: BuiltinContext): Promise<number> {
  for (const name of execution.state.variables.names()) {
    const value = execution.state.variables.find(name)?.value ?? null;
    if (value === null) continue;
    if (value.type === 'text') await stdout.writeLine(`${name}=${quoteForShell(value.text)}`);
    else
      await stdout.writeLine(
        `${name}=(${arrayEntries(value)
          .map(([key, text]) => `[${key}]=${quoteForShell(text, true)}`)
          .join(' ')})`,
      );
  }
  return 0;
}

export const shopt: Builtin = async (context) => {
  const { args, execution, complain } = context;
  const flags = args.filter((argument) => argument.startsWith('-')).join('');
  const names = args.filter((argument) => !argument.startsWith('-'));
  const known = flags.includes('o') ? setOptions : shoptOptions;
  if (names.length === 0) return listOptions(known, context);
  let exitCode = 0;
  for (const name of names) {
    if (!known.has(name)) {
      // These are always on, or have no meaning here; scripts often set them out of habit.
      if (['extglob', 'lastpipe', 'checkwinsize', 'histappend', 'cmdhist', 'sourcepath'].includes(name)) continue;
      await complain(`${name}: invalid shell option name`);
      exitCode = 1;
      continue;
    }
    // Both sets hold keys of ShellOptions only.
    const key = name as keyof ShellOptions;
    if (flags.includes('s')) execution.state.options[key] = true;
    else if (flags.includes('u')) execution.state.options[key] = false;
    else {
      const isOn = execution.state.options[key];
      if (!isOn) exitCode = 1;
      if (flags.includes('p')) await context.stdout.writeLine(`shopt ${isOn ? '-s' : '-u'} ${name}`);
      else if (!flags.includes('q')) await context.stdout.writeLine(`${name.padEnd(15)}\t${isOn ? 'on' : 'off'}`);
    }
  }
  return exitCode;
};
