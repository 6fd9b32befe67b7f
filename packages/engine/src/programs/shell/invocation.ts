import { optionByLetter } from './language/state/shell-option-names.ts';
import type { ShellOptions } from './language/state/shell-state.ts';

/** Long options of bash that change nothing here: there are no start files, and one line editor. */
const ignoredNames: ReadonlySet<string> = new Set(['--debugger', '--login', '--noediting', '--noprofile', '--norc', '--posix']);

export type Invocation = { options: Partial<ShellOptions> } & (
  | { type: 'command'; source: string; name: string | null; args: string[] }
  | { type: 'about'; about: 'help' | 'version' }
  | { type: 'file'; path: string; args: string[] }
  | {
      type: 'input';
      args: string[];
      isInteractive: boolean;
      /** `--osc`: prompt and exit codes are marked for a program that reads the terminal. */
      isMarking: boolean;
    }
);

/** Parses the shell's own arguments, without `argv[0]`. */
export function parseInvocation(args: readonly string[]): { type: 'parsed'; invocation: Invocation } | { type: 'error'; message: string } {
  const options: Partial<ShellOptions> = {};
  let isCommand = false;
  let isInteractive = false;
  let isMarking = false;
  let isFromInput = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--' || argument === '-') {
      index += 1;
      break;
    }
    if (argument === '--osc') isMarking = true;
    else if (argument === '--help' || argument === '--version')
      return { type: 'parsed', invocation: { type: 'about', options, about: argument === '--help' ? 'help' : 'version' } };
    else if (argument === '--verbose') options.verbose = true;
    else if (argument === '--rcfile' || argument === '--init-file') index += 1;
    else if (argument.startsWith('--')) {
      if (!ignoredNames.has(argument)) return { type: 'error', message: `${argument}: invalid option` };
    } else if (/^[-+]o$/.test(argument)) {
      index += 1;
      const name = args[index] ?? '';
      if (!setNamed(options, name, argument.startsWith('-'))) return { type: 'error', message: `${name}: invalid option name` };
    } else if (/^[-+]./.test(argument)) {
      for (const letter of argument.slice(1)) {
        if (letter === 'c') isCommand = true;
        else if (letter === 'i') isInteractive = true;
        else if (letter === 's') isFromInput = true;
        else if (letter === 'o') {
          index += 1;
          if (!setNamed(options, args[index] ?? '', argument.startsWith('-'))) {
            return { type: 'error', message: `${args[index] ?? ''}: invalid option name` };
          }
        } else if (letter !== 'l') {
          const name = optionByLetter.get(letter);
          if (name === undefined) return { type: 'error', message: `-${letter}: invalid option` };
          options[name] = argument.startsWith('-');
        }
      }
    } else break;
  }
  const rest = args.slice(index);
  const [first] = rest;
  if (isCommand) {
    if (first === undefined) return { type: 'error', message: '-c: option requires an argument' };
    return { type: 'parsed', invocation: { type: 'command', options, source: first, name: rest[1] ?? null, args: rest.slice(2) } };
  }
  if (first !== undefined && !isFromInput)
    return { type: 'parsed', invocation: { type: 'file', options, path: first, args: rest.slice(1) } };
  return { type: 'parsed', invocation: { type: 'input', options, args: rest, isInteractive, isMarking } };
}

function setNamed(options: Partial<ShellOptions>, name: string, isOn: boolean): boolean {
  if (![...optionByLetter.values(), 'pipefail'].includes(name as keyof ShellOptions)) return false;
  // The name was checked against the list just above.
  options[name as keyof ShellOptions] = isOn;
  return true;
}
