import type { JournalStore } from '../../persistence/journal-store.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import { RoomQueue } from '../../persistence/room/room-queue.ts';
import { isStorageFull } from '../../protocol/error-message.ts';
import type { ProjectId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';

/**
 * The journal as used by one of several tabs: other tabs are notified of each record, and a tab that has released its project can
 * no longer write to it. If storage is full, a record waits until there is room and its writer waits too, so that a run continues
 * where it was.
 */
export interface SharedJournal extends JournalStore {
  /**
   * Claims the project for writing. If storage is full, the claim waits: the project can be read, and is claimed before the next
   * event is appended.
   */
  claim(projectId: ProjectId): Promise<void>;
  /** Gives up a claim that is still waiting. */
  disclaim(): void;
  /** Whether events of the open project may be appended. */
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  onAppended(listener: (record: JournalRecord) => void): void;
  /** Called when another tab has claimed the project that this tab writes to. */
  onTaken(listener: (projectId: ProjectId) => void): void;
  /** Whether something waits for storage. */
  isFull(): boolean;
  /** Appends the waiting records; rejects if there is still no room. */
  appendWaiting(): Promise<void>;
  /** Whether records may wait for storage. Set to false when the open chat is left: waiting records then reject, because nobody would see them. */
  setWaiting(isWaiting: boolean): void;
}

/** The user has just asked for these and can ask again, so they fail at once, and the user's text is not lost. */
const ASKED_AGAIN: ReadonlySet<JournalEvent['type']> = new Set<JournalEvent['type']>([
  'chat-created',
  'chat-renamed',
  'user-message',
  'message-withdrawn',
  'user-command-started',
  'path-locked',
  'checkpoint-restored',
  'checkpoint-named',
  'steps-undone',
  'conversation-rewound',
  'version-shown',
]);

/** `onFull`: called when there was no room for a record. */
export function shareJournal(journal: JournalStore, onFull: () => void): SharedJournal {
  let isOpen = true;
  const room = new RoomQueue(onFull);
  let tellAppended: (record: JournalRecord) => void = () => undefined;
  let tellTaken: (projectId: ProjectId) => void = () => undefined;
  let unclaimed: ProjectId | null = null;
  const claimWaiting = async () => {
    const projectId = unclaimed;
    if (projectId === null) return;
    await journal.claim(projectId);
    if (unclaimed === projectId) unclaimed = null;
  };
  const written = async ({ type }: Pick<JournalEvent, 'type'>, write: () => Promise<JournalRecord>) => {
    const attempt = async () => {
      // Any tab may rename any chat.
      if (!isOpen && type !== 'chat-renamed') throw new ProjectTakenError();
      await claimWaiting();
      return write();
    };
    try {
      const record = await (ASKED_AGAIN.has(type) ? attempt() : room.write(attempt));
      tellAppended(record);
      return record;
    } catch (error) {
      if (error instanceof ProjectTakenError && error.projectId !== null) tellTaken(error.projectId);
      throw error;
    }
  };
  return {
    listChats: () => journal.listChats(),
    keepContent: (hash, content) => journal.keepContent(hash, content),
    load: (chatId, from) => journal.load(chatId, from),
    partials: (chatId) => journal.partials(chatId),
    projectOf: (chatId) => journal.projectOf(chatId),
    inheritFiles: (chatId) => journal.inheritFiles(chatId),
    importChat: (...given) => journal.importChat(...given),
    async claim(projectId) {
      unclaimed = projectId;
      try {
        await claimWaiting();
      } catch (error) {
        if (isStorageFull(error)) return onFull();
        unclaimed = null;
        throw error;
      }
    },
    disclaim() {
      unclaimed = null;
    },
    deleteChat: (chatId) => journal.deleteChat(chatId),
    swept: () => journal.swept(),
    isOpen: () => isOpen,
    setOpen(next) {
      isOpen = next;
      if (!next) room.close();
      else room.open();
    },
    onAppended(listener) {
      tellAppended = listener;
    },
    onTaken(listener) {
      tellTaken = listener;
    },
    isFull: () => room.hasWaiting,
    async appendWaiting() {
      await claimWaiting();
      await room.tryAgain();
    },
    setWaiting: (isWaiting) => (isWaiting ? room.open() : room.close()),
    keepPartial(chatId, stepId, parts) {
      if (isOpen) journal.keepPartial(chatId, stepId, parts);
    },
    append: (chatId, event, contents) => written(event, () => journal.append(chatId, event, contents)),
    appendFile: (chatId, file) => written({ type: 'file-changed' }, () => journal.appendFile(chatId, file)),
  };
}
