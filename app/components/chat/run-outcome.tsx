import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { SessionNotice } from '../../lib/protocol/session-state.ts';
import type { ToolCall } from '../../lib/protocol/tool-call.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $previews } from '../../lib/stores/previews.ts';
import { $narrowPane, $workbenchTab, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { useActions } from '../shell/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { CardFrame } from './card-frame.tsx';
import { isNewFile } from './file-result.ts';
import { ofMessagePart, stepKind } from './step-view.ts';

function OutcomeCard({ label, icon, tone, text, children }: OutcomeCardProps) {
  return (
    <CardFrame
      label={label}
      edge={tone}
      isOpenByDefault
      header={
        <>
          <Icon name={icon} className={tone === 'green' ? 'c-green' : 'c-red'} />
          <span className="font-medium flex-1 c-text-1">{label}</span>
        </>
      }
    >
      <p className="c-text-2 break-words">{text}</p>
      <div className="card-actions">{children}</div>
    </CardFrame>
  );
}

interface OutcomeCardProps {
  label: string;
  icon: string;
  tone: 'green' | 'red';
  text: string;
  children: ReactNode;
}

function NoticeCard({ notice }: { notice: SessionNotice }) {
  const actions = useActions();
  const goOn = (
    <Button size={24} onClick={() => actions.send('Continue')}>
      Continue
    </Button>
  );
  switch (notice.type) {
    case 'error':
      return (
        <OutcomeCard label="Error" icon="i-lucide-circle-x" tone="red" text={notice.message}>
          <Button size={24} icon="i-lucide-rotate-cw" onClick={() => actions.retry()}>
            Retry
          </Button>
          {!notice.isRetryable && <span className="text-sm c-text-3">Trying again is unlikely to help until this is mended.</span>}
        </OutcomeCard>
      );
    case 'iteration-limit':
      return (
        <OutcomeCard
          label="Limit reached"
          icon="i-lucide-hand"
          tone="red"
          text={`The agent has used its ${notice.limit} steps. It goes on when you grant more.`}
        >
          <Button size={24} onClick={() => actions.grantIterations(25)}>
            25 more
          </Button>
        </OutcomeCard>
      );
    case 'stopped':
      return (
        <OutcomeCard
          label="Stopped"
          icon="i-lucide-square"
          tone="red"
          text="You stopped the agent. What it had finished is kept. Send a message to go on."
        >
          {goOn}
        </OutcomeCard>
      );
    case 'interrupted':
      return (
        <OutcomeCard label="Interrupted" icon="i-lucide-unplug" tone="red" text={notice.message}>
          {goOn}
        </OutcomeCard>
      );
  }
}

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
  const { messages, toolCalls } = useStore($chat, { keys: ['messages', 'toolCalls'] });
  const start = messages.findLastIndex((message) => message.role === 'user');
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

function CompleteCard() {
  const counts = countRun(useNewestTurn());
  const hasPreview = useStore($previews).length > 0;
  if (counts.steps === 0) return null;
  const text = [
    ...count(counts.steps, 'step', 'steps'),
    ...count(counts.created, 'file created', 'files created'),
    ...count(counts.changed, 'file changed', 'files changed'),
    ...count(counts.commands, 'command', 'commands'),
  ].join(' · ');
  return (
    <OutcomeCard label="Complete" icon="i-lucide-sparkle" tone="green" text={text}>
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
