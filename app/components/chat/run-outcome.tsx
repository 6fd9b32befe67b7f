import { useStore } from '@nanostores/react';
import type { ToolCall } from '../../lib/protocol/tool-call.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $previews } from '../../lib/stores/previews.ts';
import { $narrowPane, $workbenchTab, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { Button } from '../ui/button.tsx';
import { duration } from '../ui/duration.ts';
import { isNewFile } from './file-result.ts';
import { MarkdownText } from './markdown-text.tsx';
import { NoticeCard } from './notice-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { ProofOfDone } from './proof-of-done.tsx';
import { shortCount, useRunCost } from './run-meter.tsx';
import { ofMessagePart, stepKind, textOf } from './step-view.ts';

interface RunCounts {
  steps: number;
  created: number;
  changed: number;
  commands: number;
}

/** What the calls of the newest turn did; a turn begins with the person's message. */
function countRun(toolCalls: readonly ToolCall[]): RunCounts {
  const counts: RunCounts = { steps: toolCalls.length, created: 0, changed: 0, commands: 0 };
  for (const call of toolCalls) {
    if (call.status !== 'success') continue;
    const step = ofMessagePart(
      { type: 'dynamic-tool', state: 'input-available', toolCallId: call.toolCallId, toolName: call.toolName, input: call.input },
      call,
    );
    const kind = stepKind(call.toolName);
    if (kind === 'command') counts.commands += 1;
    if (kind === 'write') counts[isNewFile(step) ? 'created' : 'changed'] += 1;
  }
  return counts;
}

function useNewestTurn(): ToolCall[] {
  const { messages, toolCalls, remarks } = useStore($chat, { keys: ['messages', 'toolCalls', 'remarks'] });
  const start = messages.findLastIndex((message) => message.role === 'user' && !remarks.has(message.id));
  return messages
    .slice(start + 1)
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}

function count(amount: number, one: string, many: string): string[] {
  return amount === 0 ? [] : [`${amount} ${amount === 1 ? one : many}`];
}

function showTab(tab: WorkbenchTab) {
  $workbenchTab.set(tab);
  $narrowPane.set(tab);
}

/** What the agent said when it completed the task; empty where it ended without. */
function useSummary(): string {
  const last = useNewestTurn().at(-1);
  return last?.toolName === 'devonz_task_complete' && last.status === 'success' ? textOf(last.input, 'summary') : '';
}

function CompleteCard() {
  const counts = countRun(useNewestTurn());
  const hasPreview = useStore($previews).length > 0;
  const { worked, runTokens, work } = useStore($chat, { keys: ['worked', 'runTokens', 'work'] });
  const cost = useRunCost();
  const tokens = runTokens.input + runTokens.output;
  const summary = useSummary();
  if (counts.steps === 0) return null;
  const text = [
    ...count(counts.steps, 'step', 'steps'),
    ...count(counts.created, 'file created', 'files created'),
    ...count(counts.changed, 'file changed', 'files changed'),
    ...count(counts.commands, 'command', 'commands'),
    ...(worked.ms < 1_000 ? [] : [duration(worked.ms)]),
    ...(tokens === 0 ? [] : [`${shortCount(tokens)} tokens`]),
    ...(cost === null ? [] : [cost]),
  ].join(' · ');
  return (
    <OutcomeCard
      label="Complete"
      icon="i-lucide-sparkle"
      tone="green"
      text={text}
      lead={summary === '' ? null : <MarkdownText text={summary} />}
      details={work === null ? null : <ProofOfDone work={work} />}
    >
      {counts.created + counts.changed > 0 && (
        <Button size={24} onClick={() => showTab('changes')}>
          Review changes
        </Button>
      )}
      {hasPreview && (
        <Button size={24} variant="ghost" onClick={() => showTab('preview')}>
          Show the preview
        </Button>
      )}
    </OutcomeCard>
  );
}

/** How the last run ended, and what can be done now. */
export function RunOutcome() {
  const { status, notice } = useStore($chat, { keys: ['status', 'notice'] });
  if (notice !== null) return <NoticeCard notice={notice} />;
  if (status === 'completed') return <CompleteCard />;
  return null;
}
