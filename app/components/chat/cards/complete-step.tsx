import { useStore } from '@nanostores/react';
import { failedAtEnd } from '../../../lib/agent/conversation/failed-at-end.ts';
import type { MessagePart } from '../../../lib/protocol/message.ts';
import type { ToolCall } from '../../../lib/protocol/tool-call.ts';
import { $chat, type ChatState } from '../../../lib/stores/chat.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MarkdownText } from '../conversation/markdown-text.tsx';
import { completeLook, FailuresAtEnd } from './failures-at-end.tsx';
import { StepRow } from './step-row.tsx';
import { isFinished, type StepView, stepLabel, textOf } from './step-view.ts';

/** The agent's final message of a task. For the newest run, the Complete card at the end shows it instead. */
export function CompleteStep({ step }: { step: StepView }) {
  const { status, messages, toolCalls, remarks } = useStore($chat, { keys: ['status', 'messages', 'toolCalls', 'remarks'] });
  const isLast = messages.at(-1)?.parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === step.toolCallId) === true;
  if (status === 'completed' && isLast && step.state === 'success') return null;
  if (isFinished(step) && step.state !== 'success') return <StepRow step={step} />;
  const failures = failedAtEnd(callsUntil(step.toolCallId, messages, toolCalls, remarks));
  const { label, icon, tone } = completeLook(failures);
  return (
    <CardFrame
      label={stepLabel(label, '', step)}
      edge={tone}
      isOpenByDefault
      header={
        <>
          <Icon name={icon} className={tone === 'green' ? 'c-green' : 'c-yellow'} />
          <span className="font-medium flex-1 c-text-1">{label}</span>
        </>
      }
    >
      <MarkdownText text={textOf(step.input, 'summary')} />
      <FailuresAtEnd failures={failures} />
    </CardFrame>
  );
}

/** Returns the calls of the task that this call has completed: since the user's message before it. */
function callsUntil(
  toolCallId: string,
  messages: ChatState['messages'],
  toolCalls: ChatState['toolCalls'],
  remarks: ChatState['remarks'],
): ToolCall[] {
  const isIt = (part: MessagePart) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId;
  const end = messages.findIndex(({ parts }) => parts.some(isIt));
  const start = messages.slice(0, end + 1).findLastIndex((message) => message.role === 'user' && !remarks.has(message.id));
  const parts = messages.slice(start + 1, end + 1).flatMap((message) => message.parts);
  const until = parts.slice(0, parts.findIndex(isIt) + 1);
  return until.flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}
