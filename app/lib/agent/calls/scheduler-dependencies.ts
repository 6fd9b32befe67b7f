import type { ChatId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { SessionEvent } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { TaskFacts } from '../contract/task-facts.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import type { DelegateDesk } from '../delegates/delegate-desk.ts';

export interface SchedulerDependencies {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  projectRoot: string;
  task: TaskFacts;
  delegates: Pick<DelegateDesk, 'of' | 'waiting'>;
  /** Appends the event to the journal, then applies it. `shown` lists secret files whose values it may contain. */
  record(event: JournalEvent, shown?: readonly string[]): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}
