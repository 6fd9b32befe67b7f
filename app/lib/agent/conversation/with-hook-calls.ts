import type { HookWhen } from '../../protocol/settings.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../protocol/tool-call.ts';
import type { HookState } from '../contract/hook-state.ts';

export function withHookCalls(hooks: HookState, when: HookWhen, toolCallIds: readonly string[]): HookState {
  const calls = new Map([...hooks.calls, ...toolCallIds.map((id) => [id, when] as const)]);
  return { ...hooks, calls, rounds: hooks.rounds + (when === 'before-done' ? 1 : 0) };
}

export function withHookAnswer(hooks: HookState, approval: ApprovalRequest, { decision }: ApprovalAnswer): HookState {
  if (!hooks.calls.has(approval.toolCallId) || approval.subject.kind !== 'command') return hooks;
  if (decision === 'deny') return { ...hooks, denied: new Set(hooks.denied).add(approval.subject.command) };
  const question = hookQuestion(approval);
  return decision === 'approve' && question !== null ? { ...hooks, approved: new Set(hooks.approved).add(question) } : hooks;
}

/**
 * Returns a key for what the user approves: the command, the scripts that it runs, and every reason to ask. Null if the approval is for one
 * time only, because the command executes files that the agent has changed in this run and may change again.
 */
export function hookQuestion({ subject, parts, touches }: ApprovalRequest): string | null {
  if (subject.kind !== 'command' || parts.some(({ by }) => by === 'made')) return null;
  return JSON.stringify([subject.command, subject.cwd, subject.script ?? null, parts, touches ?? null]);
}
