import type { CommandRule } from '../../../protocol/settings.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { partsOf } from '../decide-command.ts';
import { roughWordsOf } from '../parse/command-part.ts';
import { isSameRun, scriptRunOf } from '../parse/script-runs.ts';
import { matchesRule } from './rules.ts';

/** The user's answer: rules for the line or for each of its parts. */
export interface RememberedRules {
  pattern: string;
  /** Patterns for the other parts of the line. */
  also?: readonly string[] | undefined;
  scope: CommandRule['scope'];
  /** The rules expire after this many days. */
  days?: number | undefined;
}

const DAY = 86_400_000;

/** Creates the rules of an answer. A rule for a script is pinned to the script's text at the time of the question. */
export function madeRules(
  { pattern, also = [], scope, days }: RememberedRules,
  made: ToolIntent,
  { chatId, projectRoot, now }: { chatId: string; projectRoot: string; now: number },
): CommandRule[] {
  return [...new Set([pattern, ...also])].map((each) => {
    const script = made.kind === 'command' ? scriptUnder(each, made, projectRoot) : null;
    return {
      pattern: each,
      verdict: 'allow' as const,
      scope,
      createdAt: now,
      ...(scope === 'chat' ? { chatId } : {}),
      ...(script === null ? {} : { script }),
      ...(made.kind === 'command' ? { madeFor: made.command } : {}),
      ...(days === undefined ? {} : { expiresAt: now + days * DAY }),
    };
  });
}

/** Returns all scripts for the whole line, or the script of a part; null if it runs none. */
function scriptUnder(pattern: string, made: Extract<ToolIntent, { kind: 'command' }>, projectRoot: string): string | null {
  if (pattern === made.command.trim() || made.scripts === undefined) return made.script;
  const parts = partsOf(made.command, made.cwd === null ? null : [made.cwd], projectRoot);
  const part = typeof parts === 'string' ? undefined : parts.find((one) => one.text === pattern || matchesRule(pattern, roughWordsOf(one)));
  const run = part === undefined ? null : scriptRunOf(part, projectRoot);
  if (run === null) return null;
  return made.scripts.find((each) => isSameRun(each, run))?.text ?? '';
}
