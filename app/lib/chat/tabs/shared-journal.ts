import type { JournalStore } from '../../persistence/journal-store.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import { RoomQueue } from '../../persistence/room/room-queue.ts';
import { isStorageFull } from '../../protocol/error-message.ts';
import type { ProjectId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';

/**
 * The journal as a tab writes it: other tabs hear of each record, and a tab that has let go of its project writes nothing more to it. What
 * the browser has no room for waits until there is some, and with it whoever records it: a run continues where it was.
 */
export interface SharedJournal extends JournalStore {
  /** The same, but where there is no room for it, it waits: what is kept can be read, and is claimed before the next event is appended. */
  claim(projectId: ProjectId): Promise<void>;
  /** A claim that still waits is given up. */
  disclaim(): void;
  /** Whether events of the open project may be appended. */
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  onAppended(listener: (record: JournalRecord) => void): void;
  /** Called when another tab turns out to have claimed what this one appends to. */
  onTaken(listener: (projectId: ProjectId) => void): void;
  /** Something waits for room. */
  isFull(): boolean;
  /** Appends what waits; rejects while there is still no room for it. */
  appendWaiting(): Promise<void>;
  /** Whether what has no room waits. Set to false when the open chat is left: nobody is there to wait, and what waits rejects. */
  setWaiting(isWaiting: boolean): void;
}

/** What a user has just asked for and can ask for again: it fails at once, with the words in the user's hands. */
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

/** `onFull`: called when the browser has had no room for a record. */
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
      // The name of any chat can be changed from any tab.
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
    keepImage: (hash, content) => journal.keepImage(hash, content),
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
