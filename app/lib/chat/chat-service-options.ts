import type { Hasher, IdSource, SecretGuard } from '../agent/contract/ports.ts';
import type { ProposedChange } from '../agent/contract/proposed-change.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectService } from '../project/project-service.ts';
import type { WindowKeeper } from '../project/window-keeper.ts';
import type { ProjectId } from '../protocol/ids.ts';
import type { Place } from '../protocol/machines/place.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import type { CurrentChat } from './current-chat.ts';
import type { SlashLine } from './slash-commands/parse-slash-line.ts';
import type { ProjectTabs } from './tabs/project-tabs.ts';
import type { SharedJournal } from './tabs/shared-journal.ts';

export interface ChatServiceOptions {
  current: CurrentChat;
  journal: JournalStore & Pick<SharedJournal, 'isFull' | 'appendWaiting'>;
  project: ProjectService;
  notices: NoticeService;
  hasher: Hasher;
  ids: IdSource;
  secrets: Pick<SecretGuard, 'masker'>;
  tabs: ProjectTabs;
  keeper: Pick<WindowKeeper, 'enter'>;
  /** Runs the work while no tab has the project open; false if a tab has it open. */
  whileFree(projectId: ProjectId, work: () => Promise<void>): Promise<boolean>;
  /** Awaited before a session may ask a model: the list of models must be known. */
  prepare(): Promise<void>;
  /** Whether the machine of a project answers. */
  isConnected(place: Place): Promise<boolean>;
  /** A waiting change of a project whose machine is away, by what the journal has. */
  lastSeenChange(call: ToolCall): Promise<ProposedChange | null>;
  /** Runs a line that begins with `/`. */
  runSlashLine(line: SlashLine): Promise<void>;
}
