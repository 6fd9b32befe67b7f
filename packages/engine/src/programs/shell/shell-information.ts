import { setOptions } from './language/state/shell-option-names.ts';

/** Scripts check this to find out whether arrays and `[[` are supported. */
export const BASH_VERSION = '5.2.15(1)-release';

/** Returns what `bash --version` prints. Its first line is bash's own, because scripts read the number in it. */
export function shellVersion(name: string): string {
  return [
    `GNU bash, version ${BASH_VERSION} (wasm32-unknown-linux-gnu)`,
    `${name} is jsh, the shell of Devonz's in-browser engine: it runs scripts of bash ${BASH_VERSION.split('.').slice(0, 2).join('.')} and sh.`,
    '',
  ].join('\n');
}

/** Returns what `bash --help` prints, which also follows the error for an unknown option. */
export function shellHelp(name: string): string {
  return `Usage: ${name} [OPTION]... [FILE [ARGUMENT]...]
       ${name} [OPTION]... -c COMMAND [NAME [ARGUMENT]...]
       ${name} [OPTION]... -s [ARGUMENT]...
Runs a file, a command, or what is typed.

Options that are here:
  -c COMMAND  runs the command
  -i          asks for commands
  -s          reads commands from standard input
  -l, --login, --norc, --noprofile, --rcfile FILE, --init-file FILE, --posix, --noediting, --debugger
              have no effect: there are no start files
  -e -u -x -f -C -n -v (--verbose) -a -E -T, -o NAME; with + instead of -, off
              names: ${[...setOptions].join(' ')}
      --help
      --version
'help' in the shell lists its builtins.
`;
}
