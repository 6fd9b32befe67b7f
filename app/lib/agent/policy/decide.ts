import type { AppSettings } from '../../protocol/settings.ts';
import type { ApprovalRequest, Verdict } from '../../protocol/tool-call.ts';
import type { ToolIntent } from '../tool-definition.ts';
import { decideChange } from './decide-change.ts';
import { decideCommand } from './decide-command.ts';
import { isSecretPath } from './protected-paths.ts';

export interface PolicyContext {
  settings: AppSettings;
  chatId: string;
  /** Absolute path of the project in the runtime. */
  projectRoot: string;
  /** The agent has changed the scripts of package.json since the session was opened: what `npm run x` means is new. */
  hasChangedScripts: boolean;
}

export type PolicyPart = ApprovalRequest['parts'][number];

export interface PolicyDecision {
  verdict: Verdict;
  /** In a sentence, for the person: which rule, guard or setting decided. */
  why: string;
  parts: readonly PolicyPart[];
}

/**
 * May this run unasked? In this order: hard blocks, deny rules, guards that must ask, allow rules, the settings of the seed, ask.
 * Where a request has several parts the strictest verdict wins; what is not fully understood asks.
 */
export function decide(intent: ToolIntent, context: PolicyContext): PolicyDecision {
  switch (intent.kind) {
    case 'control':
      return single('auto', 'it touches nothing', 'session');
    case 'read':
      return decideRead(intent.paths);
    case 'change':
      return decideChange(intent, context.settings.agent);
    case 'command':
      return decideCommand(intent, context);
  }
}

function decideRead(paths: readonly string[]): PolicyDecision {
  const parts = paths.map((path): PolicyPart => {
    const isSecret = isSecretPath(path);
    return {
      text: path,
      verdict: isSecret ? 'ask' : 'auto',
      why: isSecret ? 'it may hold keys or passwords' : 'reading the project is free',
    };
  });
  return strictest(parts, 'reading the project is free');
}

export function single(verdict: Verdict, why: string, text: string): PolicyDecision {
  return { verdict, why, parts: [{ text, verdict, why }] };
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { auto: 0, ask: 1, block: 2 };

/** The decision of several parts: that of the strictest, in whose words. */
export function strictest(parts: readonly PolicyPart[], whyNone: string): PolicyDecision {
  let worst: PolicyPart | null = null;
  for (const part of parts) if (worst === null || STRICTNESS[part.verdict] > STRICTNESS[worst.verdict]) worst = part;
  return { verdict: worst?.verdict ?? 'auto', why: worst?.why ?? whyNone, parts };
}
