import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import './delegate-card.css';
import { useContext, useMemo } from 'react';
import { runCost } from '../../../lib/protocol/models/run-cost.ts';
import { $chat, type DelegateState } from '../../../lib/stores/chat.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Elapsed } from '../../ui/elapsed.tsx';
import { useFrameStore } from '../../ui/hooks/use-frame-store.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dollars } from '../../ui/text/dollars.ts';
import { duration } from '../../ui/text/duration.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { edgeOf } from '../cards/edge-of.ts';
import { FailureNote } from '../cards/failure-text.tsx';
import { fieldOf, isFinished, type StepView, stepLabel, textOf } from '../cards/step-view.ts';
import { ConversationRowView } from '../conversation/conversation-row-view.tsx';
import { MarkdownText } from '../conversation/markdown-text.tsx';
import { shortCount } from '../run/run-meter.tsx';
import { ToolViewsContext } from '../tool-views/tool-views-context.ts';
import { delegateRows, doingNow } from './delegate-steps.ts';

/** Returns false for a short task of one line, which the header shows completely. */
function isMoreThan(title: string, task: string): boolean {
  return title !== task.trim() || title.length > 40;
}

/** Returns the role's name, or a general name if it has none. */
function nameOf(step: StepView): string {
  return visibleName(textOf(step.input, 'role')) || t('Sub-agent');
}

function scopeText(step: StepView): string {
  const scope = fieldOf(step.input, 'scope');
  if (!Array.isArray(scope) || scope.length === 0) return t('Only reads');
  return t('May write {files}', { files: visibleName(scope.join(', ')) });
}

function outcomeOf(step: StepView): { text: string; tone: BadgeTone } {
  if (step.state === 'error') return { text: step.errorCode === 'denied' ? t('Denied') : t('Failed'), tone: 'red' };
  if (step.state === 'cancelled') return { text: t('Stopped'), tone: 'neutral' };
  return textOf(step.output, 'ended') === 'completed' ? { text: t('Done'), tone: 'green' } : { text: t('Ended early'), tone: 'yellow' };
}

/** Prefix of the tool's result if the sub-agent ended early; the reason follows. */
const EARLY = 'early:';

function earlyText(why: string): string {
  return why === '' ? t('Ended early') : t('Ended early: {why}', { why });
}

/** Returns the usage in requests, tokens and, if prices are known, money. */
function useCostText(delegate: DelegateState | undefined): string {
  const priceOf = usePrices();
  if (delegate === undefined) return '';
  const tokens = delegate.tokens.input + delegate.tokens.output;
  const cost = delegate.runUsage.length === 0 ? null : runCost(delegate.runUsage, priceOf);
  return [
    plural(delegate.iteration, { one: '{count} request', other: '{count} requests' }),
    t('{used} tokens', { used: shortCount(tokens) }),
    ...(cost === null || cost === 0 ? [] : [dollars(cost)]),
  ].join(' · ');
}

function Steps({ step, delegate, report }: { step: StepView; delegate: DelegateState; report: string }) {
  const views = useContext(ToolViewsContext);
  const rows = useMemo(() => delegateRows(step.toolCallId, delegate, report, views), [step.toolCallId, delegate, report, views]);
  if (rows.length === 0) return null;
  return (
    <section className="delegate-steps" aria-label={t('Steps of {title}', { title: nameOf(step) })}>
      {rows.map((row) => (
        <ConversationRowView
          key={row.key}
          row={row}
          meta={undefined}
          isNewest={false}
          isResponse={false}
          isFoldOpen={false}
          onToggleFold={() => undefined}
        />
      ))}
    </section>
  );
}

/** A sub-agent: its role, task and current action. Its steps, report and usage are folded. */
export function DelegateCard({ step }: { step: StepView }) {
  const delegate = useFrameStore($chat, (chat) => chat.delegates.get(step.toolCallId));
  const views = useContext(ToolViewsContext);
  const cost = useCostText(delegate);
  const isLive = !isFinished(step);
  const task = textOf(step.input, 'task');
  const title = visibleName(task.trim().split('\n')[0] ?? '');
  const report = textOf(step.output, 'report');
  const outcome = outcomeOf(step);
  const ended = textOf(step.output, 'ended');
  return (
    <CardFrame
      label={stepLabel(nameOf(step), title, step.state === 'success' && outcome.tone === 'yellow' ? { ...step, state: 'error' } : step)}
      edge={isLive ? 'amber' : edgeOf(outcome.tone)}
      header={
        <span className="delegate-header">
          <span className="delegate-line">
            <Icon name="i-lucide-bot" className={isLive ? 'c-accent' : 'c-text-2'} />
            <span className="font-medium shrink-0 max-w-1/2 truncate">{nameOf(step)}</span>
            <span className="text-sm truncate flex-1" title={title}>
              {title}
            </span>
            {step.durationMs !== null && <span className="text-sm c-text-3 tabular">{duration(step.durationMs)}</span>}
            {isLive && step.startedAt !== null && (
              <span className="text-sm c-text-3 tabular">
                <Elapsed since={step.startedAt} />
              </span>
            )}
            {isLive ? <Spinner size={12} /> : <Badge tone={outcome.tone}>{outcome.text}</Badge>}
          </span>
          <span className="delegate-line text-sm c-text-3">
            <span className="truncate flex-1">{isLive ? visibleName(doingNow(delegate, views)) : scopeText(step)}</span>
            <span className="tabular shrink-0">{cost}</span>
          </span>
        </span>
      }
    >
      {isMoreThan(title, task) && (
        <p className="whitespace-pre-wrap break-words c-text-2">
          <LongText text={task} />
        </p>
      )}
      {isLive && <p className="text-sm c-text-3">{scopeText(step)}</p>}
      {delegate !== undefined && <Steps step={step} delegate={delegate} report={report} />}
      <FailureNote step={step} />
      {ended.startsWith(EARLY) && <p className="text-sm c-yellow break-words">{earlyText(ended.slice(EARLY.length).trim())}</p>}
      {report !== '' && (
        <section aria-label={t('Report of {name}', { name: nameOf(step) })}>
          <p className="panel-title">{t('REPORT')}</p>
          <MarkdownText text={report} />
        </section>
      )}
    </CardFrame>
  );
}
