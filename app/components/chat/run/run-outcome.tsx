import { useStore } from '@nanostores/react';
import { failedAtEnd } from '../../../lib/agent/conversation/failed-at-end.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { effectOf } from '../../../lib/protocol/effect-of.ts';
import type { ToolCall } from '../../../lib/protocol/tool-call.ts';
import type { ToolEffect } from '../../../lib/protocol/tool-effect.ts';
import { $chat, type ChangedFile, type WorkReport } from '../../../lib/stores/chat.ts';
import { $previews } from '../../../lib/stores/previews.ts';
import { $endedProcesses } from '../../../lib/stores/terminals.ts';
import { $narrowPane, $workbenchTab, type WorkbenchTab } from '../../../lib/stores/workbench.ts';
import { Button } from '../../ui/button.tsx';
import { useNewestTurn } from '../../ui/hooks/use-newest-turn.ts';
import { Icon } from '../../ui/icon.tsx';
import { duration } from '../../ui/text/duration.ts';
import { endedTitle } from '../../ui/text/ended-text.tsx';
import { shortText } from '../../ui/text/short-text.ts';
import { completeLook, FailuresAtEnd } from '../cards/failures-at-end.tsx';
import { NoticeCard } from '../cards/notice-card.tsx';
import { OutcomeCard } from '../cards/outcome-card.tsx';
import { StartAgainButton } from '../cards/start-again-button.tsx';
import { MarkdownText } from '../conversation/markdown-text.tsx';
import { ProofOfDone } from './proof-of-done.tsx';
import { RunCosts } from './run-costs.tsx';
import { shortCount, useRunCost } from './run-meter.tsx';

interface RunCounts {
  steps: number;
  created: number;
  changed: number;
  deleted: number;
  commands: number;
}

/**
 * Counts the newest turn's calls, the commands of it and of its sub-agents (`theirs`), and the changed files. A turn begins with the user's
 * message.
 */
function countRun(toolCalls: readonly ToolCall[], theirs: readonly ToolCall[], work: WorkReport | null): RunCounts {
  const files = (kind: ChangedFile['kind']) => work?.changed.filter((file) => file.kind === kind).length ?? 0;
  return {
    steps: toolCalls.length,
    created: files('created'),
    changed: files('modified'),
    deleted: files('deleted'),
    commands: [...toolCalls, ...theirs].flatMap(effectsOf).filter(({ type }) => type === 'command-ran').length,
  };
}

function effectsOf(call: ToolCall): readonly ToolEffect[] {
  return call.status === 'success' ? call.effects : [];
}

function useDelegatedCalls(calls: readonly ToolCall[]): ToolCall[] {
  const { delegates } = useStore($chat, { keys: ['delegates'] });
  return calls.flatMap(({ toolCallId }) => [...(delegates.get(toolCallId)?.toolCalls.values() ?? [])]);
}

function countTexts({ created, changed, deleted, commands }: RunCounts): string[] {
  return [
    created > 0 && plural(created, { one: '{count} file created', other: '{count} files created' }),
    changed > 0 && plural(changed, { one: '{count} file changed', other: '{count} files changed' }),
    deleted > 0 && plural(deleted, { one: '{count} file deleted', other: '{count} files deleted' }),
    commands > 0 && plural(commands, { one: '{count} command', other: '{count} commands' }),
  ].filter((text) => text !== false);
}

/** A step is one tool call; a model may make several in one response. */
function stepsText(steps: number, requests: number): string {
  const text = plural(steps, { one: '{count} step', other: '{count} steps' });
  if (requests === 0) return text;
  return t('{steps} in {requests}', { steps: text, requests: plural(requests, { one: '{count} request', other: '{count} requests' }) });
}

function showTab(tab: WorkbenchTab) {
  $workbenchTab.set(tab);
  $narrowPane.set(tab);
}

/** Returns the summary with which the agent completed the task; empty if there is none. */
function useSummary(): string {
  const last = useNewestTurn().at(-1);
  return (last && effectOf(effectsOf(last), 'work-completed')?.summary) ?? '';
}

/** Lists processes that have ended since the summary was written, which may say that they run. */
function EndedProcesses() {
  const ended = useStore($endedProcesses);
  if (ended.length === 0) return null;
  return (
    <ul className="proof" aria-label={endedTitle(ended)}>
      {ended.map((process) => (
        <li key={process.processId}>
          <Icon name="i-lucide-power-off" className="c-text-3" />
          <code className="truncate">{shortText(process.command)}</code>
          <span className="c-text-3 min-w-0">{process.endedWith === 'page' ? t('ended with the page') : t('ended with the runtime')}</span>
          <StartAgainButton ended={process} />
        </li>
      ))}
    </ul>
  );
}

function CompleteCard() {
  const hasPreview = useStore($previews).length > 0;
  const { worked, runTokens, iteration, work } = useStore($chat, { keys: ['worked', 'runTokens', 'iteration', 'work'] });
  const calls = useNewestTurn();
  const counts = countRun(calls, useDelegatedCalls(calls), work);
  const cost = useRunCost();
  const tokens = runTokens.input + runTokens.output;
  const summary = useSummary();
  if (counts.steps === 0) return null;
  const failures = failedAtEnd(calls);
  const text = [
    stepsText(counts.steps, iteration),
    ...countTexts(counts),
    ...(worked.ms < 1_000 ? [] : [duration(worked.ms)]),
    ...(tokens === 0 ? [] : [t('{used} tokens', { used: shortCount(tokens) })]),
    ...(cost === null ? [] : [cost]),
  ].join(' · ');
  return (
    <OutcomeCard
      {...completeLook(failures)}
      text={text}
      lead={summary === '' ? null : <MarkdownText text={summary} />}
      details={
        <>
          <FailuresAtEnd failures={failures} />
          <EndedProcesses />
          {work !== null && <ProofOfDone work={work} />}
          <RunCosts />
        </>
      }
    >
      {counts.created + counts.changed + counts.deleted > 0 && (
        <Button size={24} onClick={() => showTab('changes')}>
          {t('Review changes')}
        </Button>
      )}
      {hasPreview && (
        <Button size={24} variant="ghost" onClick={() => showTab('preview')}>
          {t('Show the preview')}
        </Button>
      )}
    </OutcomeCard>
  );
}

/** Says how the last run ended, and offers the actions that are possible now. */
export function RunOutcome() {
  const { status, notice } = useStore($chat, { keys: ['status', 'notice'] });
  if (notice !== null) return <NoticeCard notice={notice} />;
  if (status === 'completed') return <CompleteCard />;
  return null;
}
