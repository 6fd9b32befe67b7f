import { useStore } from '@nanostores/react';
import type { BudgetName } from '../../../lib/agent/contract/agent-session.ts';
import { unfinishedAnswer } from '../../../lib/agent/conversation/unfinished-answer.ts';
import { budgetOf } from '../../../lib/agent/history/window-budget.ts';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { dateText } from '../../../lib/i18n/date-text.ts';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { SessionNotice } from '../../../lib/protocol/session-state.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { dollars } from '../../ui/text/dollars.ts';
import { ChooseModel } from '../failures/choose-model.tsx';
import { FailedStepCard } from '../failures/failed-step-card.tsx';
import { OpenModelSettings } from '../failures/failure-actions.tsx';
import { SendLastTurns } from '../failures/send-last-turns.tsx';
import { GrantBudget, GrantSteps } from './grant-more.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type NoticeOf<Type extends SessionNotice['type']> = Extract<SessionNotice, { type: Type }>;

const BUDGET_TEXTS: Readonly<Record<BudgetName, (used: number, limit: number) => string>> = {
  tokens: (used, limit) =>
    t('This task has used {used} of the {limit} tokens it may use. It continues when you allow more.', {
      used: numberText(used),
      limit: numberText(limit),
    }),
  money: (used, limit) =>
    t('This task has cost {used} of the {limit} it may cost. It continues when you allow more.', {
      used: dollars(used),
      limit: dollars(limit),
    }),
  minutes: (used, limit) =>
    t('The agent has worked {used} of the {limit} minutes it may work on this task. It continues when you allow more.', {
      used: numberText(used, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      limit: numberText(limit),
    }),
};

/** Says why a run has ended or is paused, and offers the actions that are possible now. */
export function NoticeCard({ notice }: { notice: SessionNotice }) {
  switch (notice.type) {
    case 'error':
      return <ErrorCard notice={notice} />;
    case 'step-failed':
      return <FailedStepCard notice={notice} />;
    case 'cut-answer':
      return (
        <OutcomeCard label={t('The answer was cut off')} icon="i-lucide-scissors" tone="amber" text={CUT_TEXTS[notice.by]()}>
          <SendButton message="Continue" text={t('Continue')} />
        </OutcomeCard>
      );
    case 'model-stopped':
      return (
        <OutcomeCard
          label={t('The model stopped')}
          icon="i-lucide-hand"
          tone="amber"
          text={STOPPED_TEXTS[notice.by](shownNames(notice.missing ?? []))}
        >
          <SendButton message="Continue" text={t('Continue')} />
          <ChooseModel isMain={false} />
          {notice.by === 'printed-call' && <OpenModelSettings isMain={false} />}
        </OutcomeCard>
      );
    case 'iteration-limit': {
      const text = plural(notice.limit, {
        one: 'The agent has made its {count} request to the model. It continues when you grant more.',
        other: 'The agent has made its {count} requests to the model. It continues when you grant more.',
      });
      return (
        <OutcomeCard label={t('Limit reached')} icon="i-lucide-hand" tone="red" text={text}>
          <GrantSteps />
        </OutcomeCard>
      );
    }
    case 'budget': {
      if (notice.of === 'day') return <DayBudgetCard notice={notice} />;
      const text = BUDGET_TEXTS[notice.budget](notice.used, notice.limit);
      return (
        <OutcomeCard label={t('Budget used up')} icon="i-lucide-hand" tone="red" text={text}>
          <GrantBudget key={notice.limit} budget={notice.budget} limit={notice.limit} used={notice.used} />
        </OutcomeCard>
      );
    }
    case 'stopped': {
      const text = t('You stopped the agent. What it had finished is kept. Send a message to continue.');
      return (
        <OutcomeCard label={t('Stopped')} icon="i-lucide-square" tone="red" text={text}>
          <SendButton message="Continue" text={t('Continue')} />
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

/** The page was closed while the agent was working. */
function InterruptedCard({ notice: { message, keptUntil } }: { notice: NoticeOf<'interrupted'> }) {
  const actions = useActions('chat');
  const state = useStore($chat, { keys: ['messages', 'failedMessages'] });
  const hasBegun = unfinishedAnswer(state) !== null;
  const kept =
    keptUntil === undefined ? [] : [t('What had come until {time} is kept.', { time: dateText(keptUntil, { timeStyle: 'medium' }) })];
  return (
    <OutcomeCard label={t('Interrupted')} icon="i-lucide-unplug" tone="red" text={[message, ...kept].join(' ')}>
      {hasBegun && (
        <WorkButton size={24} icon="i-lucide-play" onClick={() => actions.continueAnswer()}>
          {t('Continue from here')}
        </WorkButton>
      )}
      {hasBegun ? <RetryButton text={t('Ask again')} /> : <SendButton message="Continue" text={t('Continue')} />}
    </OutcomeCard>
  );
}

/** The daily limit is raised in the settings; then the task can continue. */
function DayBudgetCard({ notice: { budget, used, limit } }: { notice: NoticeOf<'budget'> }) {
  const text =
    budget === 'money'
      ? t('All tasks of today have used {used} of the {limit} a day. Raise the limit in Settings, Cost, or continue tomorrow.', {
          used: dollars(used),
          limit: dollars(limit),
        })
      : t(
          'All tasks of today have used {used} tokens of the {limit} tokens a day. Raise the limit in Settings, Cost, or continue tomorrow.',
          { used: numberText(used), limit: numberText(limit) },
        );
  const { setOverlay } = useOverlay();
  return (
    <OutcomeCard label={t('Budget of the day used up')} icon="i-lucide-hand" tone="red" text={text}>
      <Button size={24} onClick={() => setOverlay({ type: 'settings', tab: 'cost' })}>
        {t('Change the limit')}
      </Button>
      <SendButton message="Continue" text={t('Continue')} />
    </OutcomeCard>
  );
}

/** `message` is sent to the model and is therefore English; the demo's script expects that too. */
function SendButton({ message, text }: { message: string; text: string }) {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} onClick={() => actions.send(message)}>
      {text}
    </WorkButton>
  );
}

const STOPPED_TEXTS: Readonly<Record<NoticeOf<'model-stopped'>['by'], (missing: string) => string>> = {
  announcement: () =>
    t(
      'The model said what it would do next and did not do it, although it was reminded. Let it continue, write it what to do, or choose another model.',
    ),
  claim: () =>
    t(
      'The model says that it has done what you asked for, but it made no call, so nothing has changed. Let it try again, or choose another model.',
    ),
  shown: () =>
    t(
      'The model showed a change or a command in its answer and did not make it, although it was reminded, so nothing has changed. Let it try again, or choose another model.',
    ),
  'printed-call': () =>
    t(
      'The model writes its tool calls out as text instead of making them, so nothing was done. Choose in Settings → Models how its tools are called (as JSON or as XML), or choose another model.',
    ),
  unchecked: (missing) =>
    t(
      'The model ended the task although it was reminded that nothing was built, linted or tested since it changed {missing}. Let it continue, or check it yourself.',
      { missing },
    ),
  'check-failed': (missing) =>
    t('The model ended the task although it was reminded that its last check had failed: {missing}. Let it continue, or look yourself.', {
      missing,
    }),
  'plan-open': (missing) =>
    t(
      'The model ended the task although it was reminded that its plan is not finished: {missing}. Let it continue, or ask for the rest later.',
      {
        missing,
      },
    ),
  undone: (missing) =>
    t(
      'The model ended the task as done, although changes had failed or were denied: {missing}. Let it continue, or choose another model.',
      {
        missing,
      },
    ),
};

const MOST_NAMES = 5;

function shownNames(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
}

const CUT_TEXTS: Readonly<Record<NoticeOf<'cut-answer'>['by'], () => string>> = {
  length: () => t('The model used up the length of its answer. What it said is kept; it can continue from there.'),
  'content-filter': () => t("The provider's filter ended the answer here. What arrived is kept."),
};

function RetryButton({ text = buttonName('retry'), ...look }: { text?: string } & Pick<ButtonProps, 'variant'>) {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} {...look} icon="i-lucide-rotate-cw" data-command="retry" onClick={() => actions.retry()}>
      {text}
    </WorkButton>
  );
}

function ErrorCard({ notice }: { notice: NoticeOf<'error'> }) {
  return (
    <OutcomeCard label={t('Error')} icon="i-lucide-circle-x" tone="red" text={notice.message}>
      <RetryButton />
      {!notice.isRetryable && <span className="text-sm c-text-3">{t('Trying again is unlikely to help until this is fixed.')}</span>}
    </OutcomeCard>
  );
}

function LoopCard({ notice }: { notice: NoticeOf<'loop'> }) {
  const actions = useActions('chat');
  const text = t(
    'The agent has called {tool} {times} times in a row and got the same result each time. It was warned and did not stop. How should it continue? You can also write it a hint.',
    { tool: notice.toolName, times: notice.times },
  );
  return (
    <OutcomeCard label={t('The agent is going in circles')} icon="i-lucide-rotate-cw" tone="amber" text={text}>
      <SendButton message="Continue" text={t('Continue')} />
      <WorkButton size={24} variant="ghost" onClick={() => actions.stop()}>
        {buttonName('stop')}
      </WorkButton>
    </OutcomeCard>
  );
}

function FailedFixCard({ notice }: { notice: NoticeOf<'failed-fix'> }) {
  const actions = useActions('checkpoints');
  const tried = (
    <>
      <pre className="well file-excerpt">
        <LongText text={notice.error} />
      </pre>
      <p className="text-sm c-text-3">{t('What was tried')}</p>
      <ol className="m-0 pl-20px list-decimal text-sm c-text-2">
        {notice.attempts.map((attempt, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two attempts may have the same text
          <li key={index}>
            <LongText text={attempt} />
          </li>
        ))}
      </ol>
    </>
  );
  const text = plural(notice.attempts.length, {
    one: 'The same error remains after {count} attempt to correct it. Write a hint, let it try again, or take back what this task has changed.',
    other:
      'The same error remains after {count} attempts to correct it. Write a hint, let it try again, or take back what this task has changed.',
  });
  return (
    <OutcomeCard label={t('The fix does not work')} icon="i-lucide-triangle-alert" tone="amber" text={text} details={tried}>
      <SendButton message="Try again" text={t('Try again')} />
      <WorkButton size={24} icon="i-lucide-undo-2" onClick={() => actions.undoLastRun()}>
        {t("Roll back this task's changes")}
      </WorkButton>
    </OutcomeCard>
  );
}

/** Offers only the actions that were found to help, or another model if there are none. */
function WindowCard({ notice }: { notice: NoticeOf<'window'> }) {
  const compactionActions = useActions('compaction');
  const { why, reason, helps = ['summary', 'last-turns'] } = notice;
  const text = why === undefined ? windowText(notice) : `${windowText(notice)} ${saidReason({ why, reason })}`;
  return (
    <OutcomeCard label={t('The conversation is too long')} icon="i-lucide-hand" tone="red" text={text}>
      {helps.includes('summary') && (
        <WorkButton size={24} onClick={() => compactionActions.startCompaction('continue')}>
          {t('Summarise and continue…')}
        </WorkButton>
      )}
      {helps.includes('last-turns') && <SendLastTurns />}
      <ChooseModel isMain={helps.length === 0} />
      <RetryButton variant="ghost" />
    </OutcomeCard>
  );
}

/** States the measured size of the conversation and, if it is known, the model's window. */
function windowText({ needed, window, isGuessed = false }: NoticeOf<'window'>): string {
  const answer = window - budgetOf(window).input;
  const taken = numberText(needed - answer);
  if (isGuessed)
    return t('The model refused the conversation as too long and did not say how much it holds. It takes about {taken} tokens.', { taken });
  return t('The conversation takes about {taken} tokens; the model holds {window}, of which {answer} are kept for its answer.', {
    taken,
    window: numberText(window),
    answer: numberText(answer),
  });
}
