import type { ToolIntent } from '../../contract/tool-definition.ts';
import { partsOf } from '../decide-command.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { packageNameOf } from '../parse/launchers.ts';
import type { PolicyDecision } from '../policy-decision.ts';
import { installedPrograms } from '../programs/installed-programs.ts';
import { launchByName } from './launched-by-name.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** Another form of the command, which runs without approval. */
export interface AllowedForm {
  command: string;
  why: string;
}

/**
 * Finds another form of a command that asks: one that runs without approval, because every installed package's program in it is started
 * without the possibility of a download. Returns null if there is none. `decide` must judge the other form in the same way as the command
 * itself.
 */
export function allowedForm(
  intent: CommandIntent,
  projectRoot: string,
  decide: (other: CommandIntent) => PolicyDecision,
): AllowedForm | null {
  const { command, cwd, instead = [], programs = [] } = intent;
  if (instead.length === 0) return null;
  const parts = cwd === null ? '' : partsOf(command, [cwd], projectRoot);
  if (typeof parts === 'string') return null;
  for (const start of ['npx --no-install ', 'npx ']) {
    let other = command;
    for (const part of parts) {
      const form = installedForm(part, intent, projectRoot);
      const written = part.words.map(({ text }) => text).join(' ');
      if (form !== null && other.split(written).length === 2) other = other.replace(written, () => `${start}${form}`);
    }
    const decision = other === command ? null : decide({ ...intent, command: other, programs: [...programs, ...instead] });
    if (decision?.verdict === 'auto') return { command: other, why: whyAllowed(decision) };
  }
  return null;
}

/** Returns the installed program that the part starts or could start, with its words as written; null if it starts none. */
function installedForm(part: CommandPart, intent: CommandIntent, projectRoot: string): string | null {
  const { instead: programs = [] } = intent;
  const byName = launchByName(part, intent, projectRoot);
  const started = byName === null ? packageNameOf(part.words) : { name: byName.named, words: byName.words.slice(1) };
  if (started === null || part.assignments.length > 0) return null;
  if (installedPrograms(started.name, { place: part.place, programs }) === null) return null;
  return [started.name, ...started.words.map(({ text }) => text)].join(' ');
}

/** If both apply, a rule of the user is named as the reason. */
function whyAllowed({ why, parts }: PolicyDecision): string {
  return parts.find(({ by }) => by === 'rule' || by === 'setting')?.why ?? why;
}
