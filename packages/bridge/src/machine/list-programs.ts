import { collect } from './collect.ts';
import type { MachineFacts, MachineProcesses } from './machine.ts';

/** The programs that the app can use, and whose versions it asks for. */
const NAMES = ['git', 'node', 'rg', 'docker', 'podman', 'ollama', 'inotifywait'] as const;
const LIMIT_MILLISECONDS = 10_000;
const VERSION = /\d+(?:\.\d+)+[\w.+-]*/;

/** In parallel, because a program may take a second. `ollama` also prints a warning when its server does not run. */
const SCRIPT = `${NAMES.map(
  (name) =>
    `command -v ${name} >/dev/null 2>&1 && printf '%s=%s\\n' ${name} "$(${name} --version 2>&1 </dev/null | tr '\\n' ' ' | cut -c1-200)" &`,
).join('\n')}\nwait\n:`;

/** Returns the versions of the installed programs; an empty text where a program does not print one. */
export async function listPrograms(
  processes: MachineProcesses,
  folder: string,
  clock: { later(run: () => void, milliseconds: number): () => void },
): Promise<MachineFacts['programs']> {
  const request = { command: '/bin/sh', args: ['-c', SCRIPT], cwd: folder, env: {}, terminal: null };
  const limits = { clock, milliseconds: LIMIT_MILLISECONDS, bytes: 64 * 1024 };
  const stdout = await collect(processes, request, limits).then(
    (result) => result.stdout,
    () => '',
  );
  const found: Record<string, string> = {};
  for (const name of NAMES) {
    const line = new RegExp(`^${name}=(.*)$`, 'm').exec(stdout)?.[1];
    if (line !== undefined) found[name] = VERSION.exec(line)?.[0] ?? '';
  }
  return found;
}
