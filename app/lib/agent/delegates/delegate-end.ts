import { effectOf } from '../../protocol/effect-of.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { DelegateEnd } from '../contract/delegate-order.ts';
import { countOf, entriesAfter, type FileLog, netChanges } from '../contract/file-log.ts';
import { hasReadOutside, taskCalls } from '../conversation/session-facts.ts';
import { workReport } from '../conversation/work-report.ts';

/** Returns the result of a sub-agent at rest. `files` is the file log since it began; null if the sub-agent is read-only. */
export function delegateEnd(state: ConversationState, files: { log: FileLog; since: number } | null): DelegateEnd {
  const { status, notice, iteration, tokens } = state;
  const isDone = status === 'completed' && notice === null;
  return {
    outcome: isDone ? 'completed' : status === 'error' ? 'failed' : 'ended-early',
    why: isDone ? null : reasonOf(notice),
    report: reportOf(state),
    changed: changedFiles(state, files),
    steps: iteration,
    tokens: tokens.input + tokens.output,
    hasReadOutside: hasReadOutside(state),
  };
}

/** Returns its completion summary, or else its last text. */
function reportOf(state: ConversationState): string {
  const effects = taskCalls(state).flatMap((call) => (call.status === 'success' ? call.effects : []));
  const summary = effectOf(effects, 'work-completed')?.summary;
  if (summary !== undefined) return summary;
  const spoken = state.messages.findLast(({ id, role, parts }) => {
    return role === 'assistant' && !state.failedMessages.has(id) && parts.some((part) => part.type === 'text' && /\S/.test(part.text));
  });
  return (spoken?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Combines the effects of its calls with the file log, if it may write: its commands change files too. */
function changedFiles(state: ConversationState, files: { log: FileLog; since: number } | null): DelegateEnd['changed'] {
  const told = workReport({ calls: taskCalls(state), fileLog: null }).changed;
  const logged = files === null ? [] : netChanges(entriesAfter(files.log, files.since)).filter(({ by }) => by !== 'user');
  const all = new Map([...told, ...logged].map(({ path, kind }) => [path, { path, kind }]));
  return [...all.values()];
}

export function fileCount({ fileLog }: ConversationState): number {
  return countOf(fileLog);
}

const STOPPED_REASONS: Readonly<Record<Extract<SessionNotice, { type: 'model-stopped' }>['by'], (missing: string) => string>> = {
  announcement: () => 'It said what it would do next and did not do it.',
  claim: () => 'It claimed to have done the task without a call.',
  shown: () => 'It showed a change or a command in its answer and did not make it.',
  'printed-call': () => 'It wrote its calls out as text instead of making them.',
  unchecked: (missing) => `It ended without a check of what it had changed: ${missing}.`,
  'check-failed': (missing) => `It ended although its last check had failed: ${missing}.`,
  'plan-open': (missing) => `It ended with open subgoals: ${missing}.`,
  undone: (missing) => `It ended although changes had failed or were denied: ${missing}.`,
};

function reasonOf(notice: SessionNotice | null): string {
  switch (notice?.type) {
    case 'iteration-limit':
      return `It has used all of its ${notice.limit} steps.`;
    case 'budget':
      return `A budget is used up: ${Math.round(notice.used * 100) / 100} of ${notice.limit} (${notice.budget}).`;
    case 'window':
      return `Its conversation no longer fits the model's window. ${notice.why}`;
    case 'loop':
      return `It called ${notice.toolName} ${notice.times} times with the same result.`;
    case 'failed-fix':
      return `It did not get rid of an error: ${notice.error}`;
    case 'model-stopped':
      return STOPPED_REASONS[notice.by](notice.missing?.join(', ') ?? '');
    case 'cut-answer':
      return 'Its last answer was cut off.';
    case 'error':
    case 'step-failed':
    case 'interrupted':
      return notice.message;
    default:
      return 'It ended without a reason.';
  }
}
