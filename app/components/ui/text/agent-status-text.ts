import type { AgentStatus, SessionNotice } from '../../../lib/protocol/session-state.ts';

const WORDS: Record<Exclude<AgentStatus, 'error'>, string> = {
  idle: 'Ready',
  thinking: 'Thinking…',
  executing: 'Executing…',
  waiting_for_approval: 'Awaiting approval',
  waiting_for_user: 'Waiting for you',
  completed: 'Completed',
};

/** The session's state in words. */
export function agentStatusText(status: AgentStatus, notice: SessionNotice | null): string {
  if (status !== 'error') return WORDS[status];
  if (notice?.type === 'step-failed' && notice.kind === 'silent-end') return 'The model answered nothing';
  return notice?.type === 'error' || notice?.type === 'step-failed' ? notice.message : 'Failed';
}

/** Whether the agent is at work or waits in the middle of its work: there is something to stop. */
export function isRunOpen(status: AgentStatus): boolean {
  return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
}
