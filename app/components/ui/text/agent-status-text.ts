import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AgentStatus, SessionNotice } from '../../../lib/protocol/session-state.ts';

const WORDS: Record<Exclude<AgentStatus, 'error'>, () => string> = {
  idle: () => t('Ready'),
  thinking: () => t('Thinking…'),
  executing: () => t('Executing…'),
  waiting_for_approval: () => t('Awaiting approval'),
  waiting_for_user: () => t('Waiting for you'),
  completed: () => t('Completed'),
};

/** Returns the session's state as text. */
export function agentStatusText(status: AgentStatus, notice: SessionNotice | null): string {
  if (isCutOff(status, notice)) return t('The answer was cut off');
  if (status !== 'error') return WORDS[status]();
  if (notice?.type === 'step-failed' && notice.kind === 'silent-end') return t('The model answered nothing');
  if (notice?.type === 'step-failed') return saidReason({ why: notice.message, reason: notice.reason });
  return notice?.type === 'error' ? notice.message : t('Failed');
}

/** Whether the run ended because the answer was cut off: then its task is not known to be done. */
export function isCutOff(status: AgentStatus, notice: SessionNotice | null): boolean {
  return status === 'completed' && notice?.type === 'cut-answer';
}

/** Whether the agent works or waits within a run, so that there is something to stop. */
export function isRunOpen(status: AgentStatus): boolean {
  return status === 'thinking' || status === 'executing' || status === 'waiting_for_approval';
}
