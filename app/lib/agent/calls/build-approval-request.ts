import { approvalIdSchema } from '../../protocol/ids.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { HookWhen } from '../../protocol/settings.ts';
import type { ApprovalAction, ApprovalRequest, Asker, FileTouches, ToolCall } from '../../protocol/tool-call.ts';
import type { AgentPorts, Hasher } from '../contract/ports.ts';
import type { PlannedChange, ToolIntent } from '../contract/tool-definition.ts';
import type { PolicyDecision } from '../policy/policy-decision.ts';
import type { AllowedForm } from '../policy/rules/allowed-form.ts';
import { type KnownScripts, shownScripts } from '../policy/shown-scripts.ts';
import { hashArguments } from './arguments-hash.ts';
import { fieldsOf } from './fields-of.ts';
import { isMove } from './proposed-change.ts';

type Subject = ApprovalRequest['subject'];

/** A call, its intended effects and the policy's decision. */
export interface JudgedCall {
  call: ToolCall;
  intent: ToolIntent;
  decision: PolicyDecision & { touches: FileTouches | null; instead: AllowedForm | null };
  /** The sub-agent that asks; null for the agent itself. */
  asker: Asker | null;
  /** Set if the call is a hook of the project. */
  hook: HookWhen | undefined;
}

/** Builds everything that a card shows about a call, bound to the call's exact arguments. */
export async function buildApprovalRequest(
  { call, intent, decision, asker, hook }: JudgedCall,
  ports: Pick<AgentPorts, 'ids' | 'hasher' | 'clock'>,
  known: KnownScripts,
): Promise<ApprovalRequest> {
  const reasoning = reasoningOf(call.input);
  const scripts = intent.kind === 'command' ? shownScripts(intent, known) : [];
  return {
    approvalId: approvalIdSchema.parse(ports.ids.next()),
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    action: actionOf(intent),
    subject: await approvalSubject(call, intent, ports.hasher),
    ...(reasoning === null ? {} : { reasoning }),
    why: decision.why,
    reason: decision.reason,
    ...(decision.instead === null ? {} : { instead: decision.instead }),
    ...(asker === null ? {} : { asker }),
    ...(hook === undefined ? {} : { hook }),
    parts: [...decision.parts],
    ...(scripts.length === 0 ? {} : { scripts }),
    ...(decision.touches === null ? {} : { touches: decision.touches }),
    argumentsHash: await hashArguments(ports.hasher, call.toolName, call.input),
    requestedAt: ports.clock.now(),
  };
}

function actionOf(intent: ToolIntent): ApprovalAction {
  switch (intent.kind) {
    case 'command':
      return 'run';
    case 'input':
      return 'type';
    case 'foreign':
      return 'call';
    case 'control':
      return 'start';
    case 'change':
      return changeAction(intent.changes);
    default:
      return 'read';
  }
}

function changeAction(changes: readonly PlannedChange[]): ApprovalAction {
  const [one] = changes;
  if (one !== undefined && changes.length === 1) return one.after === null ? 'delete' : one.before === null ? 'create' : 'change';
  if (changes.every(({ before }) => before === null)) return 'create';
  if (changes.every(({ after }) => after === null)) return 'delete';
  return isMove(changes) ? 'rename' : 'change-files';
}

export async function approvalSubject(call: ToolCall, intent: ToolIntent, hasher: Hasher): Promise<Subject> {
  if (intent.kind === 'command') {
    const { command, cwd, script } = intent;
    return { kind: 'command', command, cwd: cwd ?? '', ...(script === null || script === '' ? {} : { script }) };
  }
  if (intent.kind === 'input') return { kind: 'command', command: inputText(intent), cwd: '' };
  if (intent.kind === 'change') {
    const existing = intent.changes.find((change) => change.before !== null);
    if (existing?.before == null) return { kind: 'file_create', path: intent.changes[0]?.path ?? '' };
    return { kind: 'file_modify', path: existing.path, beforeHash: await hasher.hash(existing.before) };
  }
  if (intent.kind === 'foreign') {
    const { server, target, tool, description, hash, seen } = intent;
    return { kind: 'foreign', server, target, tool, description, hash, seen };
  }
  if (intent.kind === 'control') return { kind: 'command', command: intent.asks?.about ?? call.toolName, cwd: '' };
  // A read that needs approval is shown as a call.
  const what = intent.kind === 'read' ? (intent.paths[0] ?? '') : intent.kind === 'address' ? intent.address : '';
  return { kind: 'command', command: `${call.toolName} ${what}`.trim(), cwd: '' };
}

/** Includes the program's question: if it has changed by the time of the answer, the approval is asked again. */
function inputText({ processId, program, prompt, text }: Extract<ToolIntent, { kind: 'input' }>): string {
  return `${program} (${processId})${prompt === null ? '' : ` asks ${JSON.stringify(prompt)}`} ⏎ ${JSON.stringify(text)}`;
}

/** Returns true if both requests ask for the same action with the same arguments. */
export function sameQuestion(a: ApprovalRequest, b: ApprovalRequest): boolean {
  return a.argumentsHash === b.argumentsHash && sameSubject(a.subject, b.subject);
}

export function sameSubject(a: Subject, b: Subject): boolean {
  if (a.kind === 'command') return b.kind === 'command' && a.command === b.command && a.cwd === b.cwd && a.script === b.script;
  if (a.kind === 'foreign') {
    return b.kind === 'foreign' && a.server === b.server && a.target === b.target && a.tool === b.tool && a.hash === b.hash;
  }
  if (a.kind === 'file_create') return b.kind === 'file_create' && a.path === b.path;
  return b.kind === 'file_modify' && a.path === b.path && a.beforeHash === b.beforeHash;
}

function reasoningOf(input: JsonValue): string | null {
  const reasoning = fieldsOf(input).get('reasoning');
  return typeof reasoning === 'string' && reasoning.trim() !== '' ? reasoning : null;
}
