import { SECRET_NAME_ENDINGS, SECRET_NAME_PARTS } from 'devonz-engine-protocol/secret-variable';
import type { ProcessRequest } from '../machine/machine.ts';
import { shellCommand } from './quote.ts';

/** Returns a pattern for a shell's `case` that ignores upper and lower case. */
const inAnyCase = (text: string) => text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const secretPatterns = [
  ...SECRET_NAME_PARTS.map((part) => `*${inAnyCase(part)}*`),
  ...SECRET_NAME_ENDINGS.map((ending) => `*${inAnyCase(ending)}`),
].join(' | ');

/**
 * Runs in the server's POSIX shell. A line with the token, on both streams, marks the beginning of the program's own
 * output: a login shell's files may have printed something before. `exec` keeps the process id that the line names. If
 * the server gives a command no process group of its own, `setsid` makes one; it then needs no fork, so that the id
 * stays.
 */
const launchScript = `
bridge_token=$1 bridge_terminal=$2 bridge_folder=$3 bridge_joined=$4 bridge_secret=$5 bridge_count=$6
shift 6
bridge_say() {
  printf '%s %s\\n' "$bridge_token" "$1"
  [ "$bridge_terminal" = yes ] || printf '%s %s\\n' "$bridge_token" "$1" >&2
  [ "$bridge_joined" = no ] || exec 2>&1
}
if [ "$bridge_secret" = hidden ]; then
  set -f
  for bridge_word in $(export -p); do
    bridge_name=\${bridge_word%%=*}
    case $bridge_name in '' | *[!A-Za-z0-9_]*) continue ;; ${secretPatterns}) command unset "$bridge_name" ;; esac
  done 2>/dev/null
  set +f
fi
while [ "$bridge_count" -gt 0 ]; do
  command export "$1" 2>/dev/null
  shift
  bridge_count=$((bridge_count - 1))
done
cd -- "$bridge_folder" 2>/dev/null || { bridge_say folder; exit 127; }
command -v "$1" >/dev/null 2>&1 || { bridge_say absent; exit 127; }
bridge_group=
if [ -r /proc/$$/stat ]; then
  read -r bridge_1 bridge_2 bridge_3 bridge_4 bridge_group bridge_5 < /proc/$$/stat
else
  bridge_group=$(ps -o pgid= -p $$ 2>/dev/null)
  bridge_group=\${bridge_group##* }
fi
if [ "$bridge_group" = $$ ]; then
  bridge_say "group $$"
  exec "$@"
elif [ "$bridge_terminal" = no ] && command -v setsid >/dev/null 2>&1; then
  bridge_say "group $$"
  exec setsid "$@"
fi
bridge_say "alone $$"
exec "$@"
`;

/** Linux takes no longer argument (128 KiB), and the login shell gets the whole command line as one. */
const longestCommand = 120_000;

/** For a login shell: one command line. */
export function launchCommand(request: ProcessRequest, token: string): string {
  const command = shellCommand(launchScript, launchArguments(request, token));
  if (Buffer.byteLength(command) <= longestCommand) return command;
  throw Object.assign(new Error(`spawn ${request.command} E2BIG`), { code: 'E2BIG' });
}

/** For direct execution: a program and its arguments. */
export function launchWords(request: ProcessRequest, token: string): string[] {
  return ['/bin/sh', '-c', launchScript, 'devonz', ...launchArguments(request, token)];
}

function launchArguments(request: ProcessRequest, token: string): string[] {
  const variables = Object.entries(request.env);
  const plain = variables.filter(([name]) => isShellName(name));
  const odd = variables.filter(([name]) => !isShellName(name));
  const oddArgs = odd.length === 0 ? [] : ['env', ...odd.map(([name, value]) => `${name}=${value}`)];
  return [
    token,
    request.terminal === null ? 'no' : 'yes',
    request.cwd,
    request.joinsErrors === true && request.terminal === null ? 'yes' : 'no',
    request.hidesSecrets === true ? 'hidden' : 'shown',
    String(plain.length),
    ...plain.map(([name, value]) => `${name}=${value}`),
    ...oddArgs,
    request.command,
    ...request.args,
  ];
}

function isShellName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

export type LaunchReport =
  | { type: 'started'; pid: number; ownsGroup: boolean }
  /** The folder or the program does not exist. */
  | { type: 'absent' };

/** Returns the rest of the line after the token, or null if the script has not printed the line. */
export function parseLaunchReport(text: string): LaunchReport | null {
  if (/^(?:folder|absent)$/.test(text)) return { type: 'absent' };
  const [, kind, pid] = /^(group|alone) (\d{1,10})$/.exec(text) ?? [];
  return kind === undefined || Number(pid) < 2 ? null : { type: 'started', pid: Number(pid), ownsGroup: kind === 'group' };
}
