import { effectOf } from '../../../protocol/effect-of.ts';
import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { ChatMessage } from '../../../protocol/message.ts';
import type { ToolCall } from '../../../protocol/tool-call.ts';
import type { ConversationState, KeptConversation } from '../../contract/conversation-state.ts';
import { wakeEvent } from '../machine.ts';

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { type: Type }>;

/** Returns the conversation before that message, at rest; the version that it replaces is kept whole. */
export function withRewound(state: ConversationState, { versionId, messageId }: EventOf<'conversation-rewound'>): ConversationState {
  const index = state.messages.findIndex(({ id }) => id === messageId);
  if (index === -1 || wakeEvent(state.status) === null) return state;
  const messages = state.messages.slice(0, index);
  const ids = new Set(messages.map(({ id }) => id));
  const toolCalls = new Map([...state.toolCalls].filter(([, call]) => ids.has(call.stepId)));
  const version = { versionId, afterMessageId: messages.at(-1)?.id ?? null, kept: keptOf(state) };
  return {
    ...state,
    messages,
    toolCalls,
    // A call in the new answer may reuse the id of a removed one, and must not continue with its sub-agent.
    delegates: new Map([...state.delegates].filter(([toolCallId]) => toolCalls.has(toolCallId))),
    // A summary is no longer valid if some of its messages were removed.
    compactions: state.compactions.filter(({ lastMessageId }) => ids.has(lastMessageId)),
    plan: planOf(toolCalls),
    isPlanOld: state.oldPlanMessages.has(messageId),
    queued: [],
    status: 'idle',
    notice: null,
    lastStep: null,
    lastUsage: null,
    versions: [...state.versions, version],
  };
}

export function withVersionShown(state: ConversationState, { versionId, keptAs }: EventOf<'version-shown'>): ConversationState {
  const shown = state.versions.find((version) => version.versionId === versionId);
  if (shown === undefined || wakeEvent(state.status) === null) return state;
  const present = { versionId: keptAs, afterMessageId: lastCommon(state.messages, shown.kept.messages), kept: keptOf(state) };
  const others = state.versions.filter((version) => version !== shown);
  return { ...state, ...shown.kept, lastUsage: null, versions: [...others, present] };
}

function keptOf(state: ConversationState): KeptConversation {
  const { messages, toolCalls, delegates, compactions, plan, isPlanOld, queued, mode, status, notice, lastStep, hooks } = state;
  return { messages, toolCalls, delegates, compactions, plan, isPlanOld, queued, mode, status, notice, lastStep, hooks };
}

function lastCommon(some: readonly ChatMessage[], others: readonly ChatMessage[]): string | null {
  const end = some.findIndex(({ id }, index) => others[index]?.id !== id);
  return (end === -1 ? some.at(-1) : some[end - 1])?.id ?? null;
}

function planOf(toolCalls: ReadonlyMap<string, ToolCall>): ConversationState['plan'] {
  const plans = [...toolCalls.values()].flatMap((call) =>
    call.status === 'success' ? (effectOf(call.effects, 'plan-updated') ?? []) : [],
  );
  return plans.at(-1)?.plan ?? [];
}
