import { collect } from '../machine/collect.ts';
import type { MachineProcesses } from '../machine/machine.ts';
import type { PortMethod } from '../shell/listening-ports.ts';
import { plainText } from '../shell/plain-text.ts';
import { SshError } from './ssh-error.ts';
import type { Clock } from './ssh-ports.ts';

/** The facts that a server reports about itself. */
export interface ServerFacts {
  system: string;
  platform: 'linux' | 'darwin' | 'other';
  user: string;
  uid: number | null;
  home: string;
  shell: string;
  /** The real path of the open folder. */
  folder: string;
  hasInotify: boolean;
  portMethod: PortMethod | null;
  /** Whether the server reports which process owns a socket. */
  tellsOwners: boolean;
  /** The path of bash, or of another POSIX shell. */
  agentShell: string;
  /** A folder that only the user may enter. */
  temporaryFolder: string;
}

/**
 * `$1` is the folder: absolute, below the home with or without `~/`, or empty for the home itself. `$2` is the
 * unguessable name of the folder for temporary files.
 */
const probeScript = `
say() { printf '%s=%s\\n' "$1" "$2"; }
say kernel "$(uname -s 2>/dev/null)"
say user "$(id -un 2>/dev/null)"
say uid "$(id -u 2>/dev/null)"
say home "$HOME"
say shell "$SHELL"
if [ -r /etc/os-release ]; then say system "$(. /etc/os-release; printf %s "$PRETTY_NAME")"
elif command -v sw_vers >/dev/null 2>&1; then say system "$(sw_vers -productName) $(sw_vers -productVersion)"
else say system "$(uname -sr)"
fi
case $1 in
'' | '~') cd -- "$HOME" ;;
'~/'*) cd -- "$HOME/\${1#??}" ;;
/*) cd -- "$1" ;;
*) cd -- "$HOME/$1" ;;
esac 2>/dev/null && say folder "$(pwd -P)"
say agent "$(command -v bash || echo /bin/sh)"
for place in "$XDG_RUNTIME_DIR" "$TMPDIR" /tmp; do
  [ -d "$place" ] && (umask 077; mkdir -p -- "$place/$2") 2>/dev/null && say temporary "$place/$2" && break
done
for tool in inotifywait lsof ss netstat; do command -v "$tool" >/dev/null 2>&1 && say tool "$tool"; done
[ -r /proc/net/tcp ] && say tool proc
[ -r "/proc/$$/stat" ] && [ -r "/proc/$$/fd" ] && command -v ls >/dev/null 2>&1 && command -v sed >/dev/null 2>&1 && say tool owners
:
`;

const probeMilliseconds = 20_000;

export interface ProbeQuestion {
  folder: string;
  temporaryName: string;
  /** The folder as the user entered it. */
  host: string;
}

export async function probeServer(processes: MachineProcesses, clock: Clock, question: ProbeQuestion): Promise<ServerFacts> {
  const { folder, temporaryName, host } = question;
  const request = { command: '/bin/sh', args: ['-c', probeScript, 'devonz', folder, temporaryName], cwd: '/', env: {}, terminal: null };
  const { stdout } = await collect(processes, request, { clock, milliseconds: probeMilliseconds, bytes: 64 * 1024 });
  const values = new Map<string, string>();
  const tools = new Set<string>();
  for (const line of stdout.split('\n')) {
    const [, name, value] = /^([a-z]+)=(.*)$/.exec(line) ?? [];
    if (name === 'tool' && value !== undefined) tools.add(value);
    else if (name !== undefined && value !== undefined) values.set(name, plainText(value));
  }
  const real = values.get('folder');
  if (real === undefined || !real.startsWith('/')) {
    throw new SshError('configuration', `There is no folder “${folder === '' ? '~' : folder}” on ${host}, or it may not be opened.`);
  }
  const temporary = values.get('temporary');
  if (temporary === undefined || !temporary.endsWith(`/${temporaryName}`)) {
    throw new SshError('configuration', `${host} has no folder in which temporary files can be made, not even /tmp.`);
  }
  const kernel = values.get('kernel') ?? '';
  const platform = kernel === 'Linux' ? 'linux' : kernel === 'Darwin' ? 'darwin' : 'other';
  return {
    system: values.get('system') || kernel || 'an unknown system',
    platform,
    user: values.get('user') ?? '',
    uid: /^\d+$/.test(values.get('uid') ?? '') ? Number(values.get('uid')) : null,
    home: values.get('home') ?? '/',
    shell: values.get('shell') || '/bin/sh',
    folder: real,
    agentShell: values.get('agent') || '/bin/sh',
    temporaryFolder: temporary,
    hasInotify: tools.has('inotifywait'),
    tellsOwners: tools.has('proc') && tools.has('owners'),
    portMethod: (['proc', 'lsof', 'ss', 'netstat'] as const).find((method) => tools.has(method)) ?? null,
  };
}

const environmentMilliseconds = 5_000;

/**
 * Returns the `PATH` of the user's login shell, to which version managers add their folders; a command over SSH has
 * only the server's own. Returns null if the shell's files take too long, wait for input, or do not exist.
 */
export async function loginPath(processes: MachineProcesses, clock: Clock, facts: ServerFacts): Promise<string | null> {
  const request = { command: facts.shell, args: ['-i', '-l', '-c', 'env'], cwd: facts.home, env: {}, terminal: null };
  const result = await collect(processes, request, { clock, milliseconds: environmentMilliseconds }).catch(() => null);
  if (result?.end.type !== 'exited') return null;
  return [...result.stdout.matchAll(/^PATH=(\/.*)$/gm)].at(-1)?.[1] ?? null;
}
