import type { LocalProgram, ToolIntent } from '../../contract/tool-definition.ts';
import { partsOf } from '../decide-command.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { packageNameOf } from '../parse/launchers.ts';
import type { PolicyDecision } from '../policy-decision.ts';
import { installedPrograms } from '../programs/installed-programs.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** Another form of a command that runs without approval. */
export interface AllowedForm {
  command: string;
  why: string;
}

/**
 * Returns the form of a command that asks in which it would run without approval: each program of an installed package is started without
 * the possibility of a download. Null if there is none. `decide` judges the other form as the command itself was judged.
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
      const form = installedForm(part, instead);
      const written = part.words.map(({ text }) => text).join(' ');
      if (form !== null && other.split(written).length === 2) other = other.replace(written, () => `${start}${form}`);
    }
    const decision = other === command ? null : decide({ ...intent, command: other, programs: [...programs, ...instead] });
    if (decision?.verdict === 'auto') return { command: other, why: whyAllowed(decision) };
  }
  return null;
}

/** Returns the installed program that the part starts or could start, with its words as written; null if there is none. */
function installedForm(part: CommandPart, programs: readonly LocalProgram[]): string | null {
  const started = packageNameOf(part.words);
  if (started === null || part.assignments.length > 0) return null;
  if (installedPrograms(started.name, { place: part.place, programs }) === null) return null;
  return [started.name, ...started.words.map(({ text }) => text)].join(' ');
}

/** A rule of the user is a better reason to name than that a part runs nothing of its own. */
function whyAllowed({ why, parts }: PolicyDecision): string {
  return parts.find(({ by }) => by === 'rule' || by === 'setting')?.why ?? why;
}
