import { because, reasonText } from '../../../protocol/texts/reason.ts';
import type { ToolCall } from '../../../protocol/tool-call.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { MAY_HOLD_KEYS } from '../../policy/paths/why-protected.ts';
import type { PolicyDecision } from '../../policy/policy-decision.ts';

const WHY_TELLING = because(
  'it cannot be done as things are, and what is wrong would tell something of a file that may hold keys or passwords: if you approve, the model learns it',
);
const WHY_LOOKING = because('what comes of it depends on a file that may hold keys or passwords');

/** Tracks which secret files a step's calls may read because the user approved a card that named them. */
export class SecretQuestions {
  readonly #open = new Map<string, Set<string> | 'all'>();

  clear(): void {
    this.#open.clear();
  }

  /** Opens files to a call; `all` if the user wrote the call's arguments. */
  open({ toolCallId }: ToolCall, secrets: ReadonlySet<string> | 'all'): void {
    const known = this.#open.get(toolCallId);
    if (known === 'all') return;
    this.#open.set(toolCallId, secrets === 'all' ? 'all' : new Set([...(known ?? []), ...secrets]));
  }

  /** Returns the files that the user has not approved. */
  closed({ toolCallId }: ToolCall, secrets: ReadonlySet<string>): ReadonlySet<string> {
    const open = this.#open.get(toolCallId);
    return open === 'all' ? new Set() : new Set([...secrets].filter((path) => open?.has(path) !== true));
  }
}

/** Returns the intent and decision that replace a failed plan: the subject of the card, and why it asks. */
export function tellingIntent(secrets: ReadonlySet<string>): [ToolIntent, PolicyDecision] {
  const intent: ToolIntent = { kind: 'read', paths: [...secrets].flatMap((path) => toWorkspacePath(path) ?? []) };
  return [intent, asking({ verdict: 'ask', why: '', reason: WHY_TELLING, parts: [] }, secrets, WHY_TELLING)];
}

/** Returns a decision that asks, whatever the original verdict, because these files were read for the intent. */
export function withSecrets(decision: PolicyDecision, intent: ToolIntent, secrets: ReadonlySet<string>): PolicyDecision {
  if (secrets.size === 0 || (decision.verdict === 'ask' && isAbout(intent, secrets))) return decision;
  return asking(decision, secrets, WHY_LOOKING);
}

function asking(decision: PolicyDecision, secrets: ReadonlySet<string>, reason: typeof WHY_LOOKING): PolicyDecision {
  const parts = [...secrets].map((text) => {
    return { text, verdict: 'ask' as const, why: reasonText(MAY_HOLD_KEYS), reason: MAY_HOLD_KEYS, by: 'guard' as const };
  });
  const { rules: _rules, ...rest } = decision;
  return { ...rest, verdict: 'ask', why: reasonText(reason), reason, parts: [...parts, ...decision.parts] };
}

/** Returns true if the card already names all of these files: cards for changes and reads list their files. */
function isAbout(intent: ToolIntent, secrets: ReadonlySet<string>): boolean {
  const named: readonly string[] =
    intent.kind === 'change' ? intent.changes.map(({ path }) => path) : intent.kind === 'read' ? intent.paths : [];
  return [...secrets].every((path) => named.includes(path));
}
