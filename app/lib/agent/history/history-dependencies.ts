import type { ChatId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { PromptContext, SessionEvent } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';

/** The dependencies of the classes that manage the history. */
export interface HistoryDependencies {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  modelId(): string;
  promptContext(): Promise<PromptContext>;
  /** Appends the event to the journal, then applies it. */
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}
