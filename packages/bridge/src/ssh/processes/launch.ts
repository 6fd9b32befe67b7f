import type { ProcessRequest } from '../../machine/machine.ts';
import { shellCommand } from './quote.ts';

/**
 * Runs in the POSIX shell there. A line with the token, on both streams, says that what follows is the program's own output: a login
 * shell's files may have printed something before. `exec` keeps the process id that the line names. A server that does not give a
 * command a process group of its own is made up for with `setsid`, which then needs no fork, so that the id stays.
 */
const launchScript = `
devonz_token=$1 devonz_terminal=$2 devonz_folder=$3 devonz_count=$4
shift 4
devonz_say() {
  printf '%s %s\\n' "$devonz_token" "$1"
  [ "$devonz_terminal" = yes ] || printf '%s %s\\n' "$devonz_token" "$1" >&2
}
while [ "$devonz_count" -gt 0 ]; do
  command export "$1" 2>/dev/null
  shift
  devonz_count=$((devonz_count - 1))
done
cd -- "$devonz_folder" 2>/dev/null || { devonz_say folder; exit 127; }
command -v "$1" >/dev/null 2>&1 || { devonz_say absent; exit 127; }
devonz_group=
if [ -r /proc/$$/stat ]; then
  read -r devonz_1 devonz_2 devonz_3 devonz_4 devonz_group devonz_5 < /proc/$$/stat
else
  devonz_group=$(ps -o pgid= -p $$ 2>/dev/null)
  devonz_group=\${devonz_group##* }
fi
if [ "$devonz_group" = $$ ]; then
  devonz_say "group $$"
  exec "$@"
elif [ "$devonz_terminal" = no ] && command -v setsid >/dev/null 2>&1; then
  devonz_say "group $$"
  exec setsid "$@"
fi
devonz_say "alone $$"
exec "$@"
`;

/** Linux takes no longer argument (128 KiB), and the login shell gets the whole command line as one. */
const longestCommand = 120_000;

export function launchCommand(request: ProcessRequest, token: string): string {
  const variables = Object.entries(request.env);
  const plain = variables.filter(([name]) => isShellName(name));
  const odd = variables.filter(([name]) => !isShellName(name));
  const oddArgs = odd.length === 0 ? [] : ['env', ...odd.map(([name, value]) => `${name}=${value}`)];
  const command = shellCommand(launchScript, [
    token,
    request.terminal === null ? 'no' : 'yes',
    request.cwd,
    String(plain.length),
    ...plain.map(([name, value]) => `${name}=${value}`),
    ...oddArgs,
    request.command,
    ...request.args,
  ]);
  if (Buffer.byteLength(command) <= longestCommand) return command;
  throw Object.assign(new Error(`spawn ${request.command} E2BIG`), { code: 'E2BIG' });
}

function isShellName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

export type LaunchReport =
  | { type: 'started'; pid: number; ownsGroup: boolean }
  /** The folder or the program is not there. */
  | { type: 'absent' };

/** Reads the rest of the line after the token. Null if it is not one of the script's. */
export function parseLaunchReport(text: string): LaunchReport | null {
  if (/^(?:folder|absent)$/.test(text)) return { type: 'absent' };
  const [, kind, pid] = /^(group|alone) (\d{1,10})$/.exec(text) ?? [];
  return kind === undefined || Number(pid) < 2 ? null : { type: 'started', pid: Number(pid), ownsGroup: kind === 'group' };
}
