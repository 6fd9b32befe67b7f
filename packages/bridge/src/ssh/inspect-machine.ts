import type { Machine } from '../machine/machine.ts';
import { plainText } from './plain-text.ts';
import { collect } from './processes/collect.ts';
import type { Clock } from './ssh-ports.ts';

/** The findings of the form's "Test". A version is null if the program is not there. */
export interface MachineInspection {
  host: string;
  user: string;
  system: string;
  shell: string;
  folder: string;
  versions: Record<InspectedProgram, string | null>;
}

const programs = ['node', 'git', 'docker', 'ollama'] as const;
export type InspectedProgram = (typeof programs)[number];

const inspectMilliseconds = 10_000;
/** `ollama` also prints a warning when its server does not run, which is no version. */
const script = programs
  .map((name) => `command -v ${name} >/dev/null 2>&1 && printf '%s=%s\\n' ${name} "$(${name} --version 2>&1 </dev/null | tr '\\n' ' ')"`)
  .join('\n');

export async function inspectMachine({ facts, processes }: Pick<Machine, 'facts' | 'processes'>, clock: Clock): Promise<MachineInspection> {
  const request = { command: '/bin/sh', args: ['-c', `${script}\n:`], cwd: facts.folder, env: {}, terminal: null };
  const { stdout } = await collect(processes, request, { clock, milliseconds: inspectMilliseconds, bytes: 64 * 1024 });
  const versionOf = (name: InspectedProgram): string | null => {
    const line = new RegExp(`^${name}=(.*)$`, 'm').exec(stdout)?.[1];
    if (line === undefined) return null;
    return /\d+(?:\.\d+)+[\w.+-]*/.exec(line)?.[0] ?? plainText(line, { limit: 80 });
  };
  const versions = { node: versionOf('node'), git: versionOf('git'), docker: versionOf('docker'), ollama: versionOf('ollama') };
  return { host: facts.host, user: facts.user, system: facts.system, shell: facts.shell, folder: facts.folder, versions };
}
