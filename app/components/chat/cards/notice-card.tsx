import { useStore } from '@nanostores/react';
import type { BudgetName } from '../../../lib/agent/session/agent-session.ts';
import { unfinishedAnswer } from '../../../lib/agent/session/unfinished-answer.ts';
import type { SessionNotice } from '../../../lib/protocol/session-state.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useShell } from '../../shell/shell-context.tsx';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { plural } from '../../ui/text/plural.ts';
import { FailedStepCard } from '../failures/failed-step-card.tsx';
import { GrantBudget, GrantSteps } from './grant-more.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type NoticeOf<Type extends SessionNotice['type']> = Extract<SessionNotice, { type: Type }>;

const BUDGET_TEXTS: Readonly<Record<BudgetName, (used: number, limit: number) => string>> = {
  tokens: (used, limit) => `This task has used ${used.toLocaleString()} of the ${limit.toLocaleString()} tokens it may use.`,
  money: (used, limit) => `This task has cost $${used.toFixed(2)} of the $${limit.toFixed(2)} it may cost.`,
  minutes: (used, limit) => `The agent has worked ${used.toFixed(1)} of the ${limit} minutes it may work on this task.`,
};

/** Why a run ended or is paused, and what can be done now. */
export function NoticeCard({ notice }: { notice: SessionNotice }) {
  switch (notice.type) {
    case 'error':
      return <ErrorCard notice={notice} />;
    case 'step-failed':
      return <FailedStepCard notice={notice} />;
    case 'cut-answer':
      return (
        <OutcomeCard label="The answer was cut off" icon="i-lucide-scissors" tone="amber" text={CUT_TEXTS[notice.by]}>
          <SendButton text="Continue" />
        </OutcomeCard>
      );
    case 'iteration-limit': {
      const text = `The agent has made its ${plural(notice.limit, 'request')} to the model. It continues when you grant more.`;
      return (
        <OutcomeCard label="Limit reached" icon="i-lucide-hand" tone="red" text={text}>
          <GrantSteps />
        </OutcomeCard>
      );
    }
    case 'budget': {
      if (notice.of === 'day') return <DayBudgetCard notice={notice} />;
      const text = `${BUDGET_TEXTS[notice.budget](notice.used, notice.limit)} It continues when you allow more.`;
      return (
        <OutcomeCard label="Budget used up" icon="i-lucide-hand" tone="red" text={text}>
          <GrantBudget key={notice.limit} budget={notice.budget} limit={notice.limit} used={notice.used} />
        </OutcomeCard>
      );
    }
    case 'stopped': {
      const text = 'You stopped the agent. What it had finished is kept. Send a message to continue.';
      return (
        <OutcomeCard label="Stopped" icon="i-lucide-square" tone="red" text={text}>
          <SendButton text="Continue" />
        </OutcomeCard>
      );
    }
    case 'interrupted':
      return <InterruptedCard notice={notice} />;
    case 'loop':
      return <LoopCard notice={notice} />;
    case 'failed-fix':
      return <FailedFixCard notice={notice} />;
    case 'window':
      return <WindowCard notice={notice} />;
  }
}

/** The page ended while the agent was at work. */
function InterruptedCard({ notice: { message, keptUntil } }: { notice: NoticeOf<'interrupted'> }) {
  const actions = useActions('chat');
  const state = useStore($chat, { keys: ['messages', 'failedMessages'] });
  const hasBegun = unfinishedAnswer(state) !== null;
  const kept = keptUntil === undefined ? '' : ` What had come until ${new Date(keptUntil).toLocaleTimeString()} is kept.`;
  return (
    <OutcomeCard label="Interrupted" icon="i-lucide-unplug" tone="red" text={`${message}${kept}`}>
      {hasBegun && (
        <WorkButton size={24} icon="i-lucide-play" onClick={() => actions.continueAnswer()}>
          Continue from here
        </WorkButton>
      )}
      {hasBegun ? <RetryButton text="Ask again" /> : <SendButton text="Continue" />}
    </OutcomeCard>
  );
}

/** The limit is raised where it is set; then the task continues. */
function DayBudgetCard({ notice: { budget, used, limit } }: { notice: NoticeOf<'budget'> }) {
  const amount = (value: number) => (budget === 'money' ? `$${value.toFixed(2)}` : `${value.toLocaleString()} tokens`);
  const text = `All tasks of today have used ${amount(used)} of the ${amount(limit)} a day. Raise the limit in Settings, Cost, or continue tomorrow.`;
  const { setOverlay } = useShell();
  return (
    <OutcomeCard label="Budget of the day used up" icon="i-lucide-hand" tone="red" text={text}>
      <Button size={24} onClick={() => setOverlay({ type: 'settings', tab: 'cost' })}>
        Change the limit
      </Button>
      <SendButton text="Continue" />
    </OutcomeCard>
  );
}

/** Sends its own words. */
function SendButton({ text }: { text: string }) {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} onClick={() => actions.send(text)}>
      {text}
    </WorkButton>
  );
}

const CUT_TEXTS = {
  length: 'The model used up the length of its answer. What it said is kept; it can continue from there.',
  'content-filter': "The provider's filter ended the answer here. What arrived is kept.",
} as const;

function RetryButton({ text = 'Retry' }: { text?: string }) {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} icon="i-lucide-rotate-cw" data-command="retry" onClick={() => actions.retry()}>
      {text}
    </WorkButton>
  );
}

function ErrorCard({ notice }: { notice: NoticeOf<'error'> }) {
  return (
    <OutcomeCard label="Error" icon="i-lucide-circle-x" tone="red" text={notice.message}>
      <RetryButton />
      {!notice.isRetryable && <span className="text-sm c-text-3">Trying again is unlikely to help until this is fixed.</span>}
    </OutcomeCard>
  );
}

function LoopCard({ notice }: { notice: NoticeOf<'loop'> }) {
  const actions = useActions('chat');
  const text = `The agent has called ${notice.toolName} ${notice.times} times in a row and got the same result each time. It was warned and did not stop. How should it continue? You can also write it a hint.`;
  return (
    <OutcomeCard label="The agent is going in circles" icon="i-lucide-rotate-cw" tone="amber" text={text}>
      <SendButton text="Continue" />
      <WorkButton size={24} variant="ghost" onClick={() => actions.stop()}>
        Stop
      </WorkButton>
    </OutcomeCard>
  );
}

function FailedFixCard({ notice }: { notice: NoticeOf<'failed-fix'> }) {
  const actions = useActions('checkpoints');
  const tried = (
    <>
      <pre className="well file-excerpt">{notice.error}</pre>
      <p className="text-sm c-text-3">What was tried</p>
      <ol className="m-0 pl-20px list-decimal text-sm c-text-2">
        {notice.attempts.map((attempt) => (
          <li key={attempt}>{attempt}</li>
        ))}
      </ol>
    </>
  );
  const text = `The same error remains after ${notice.attempts.length} attempts to correct it. Write a hint, let it try again, or take back what this task has changed.`;
  return (
    <OutcomeCard label="The fix does not work" icon="i-lucide-triangle-alert" tone="amber" text={text} details={tried}>
      <SendButton text="Try again" />
      <WorkButton size={24} icon="i-lucide-undo-2" onClick={() => actions.undoLastRun()}>
        Roll back this task's changes
      </WorkButton>
    </OutcomeCard>
  );
}

function WindowCard({ notice }: { notice: NoticeOf<'window'> }) {
  const compactionActions = useActions('compaction');
  const chatActions = useActions('chat');
  const { needed, window, why } = notice;
  const size = `The conversation needs ${needed.toLocaleString()} tokens; the model holds ${window.toLocaleString()}.`;
  return (
    <OutcomeCard label="The conversation is too long" icon="i-lucide-hand" tone="red" text={why === undefined ? size : `${size} ${why}`}>
      <WorkButton size={24} onClick={() => compactionActions.startCompaction('continue')}>
        Summarise and continue…
      </WorkButton>
      <WorkButton size={24} variant="ghost" icon="i-lucide-rotate-cw" data-command="retry" onClick={() => chatActions.retry()}>
        Retry
      </WorkButton>
    </OutcomeCard>
  );
}
