import type { JournalStore } from '../../persistence/journal-store.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import { isStorageFull } from '../../protocol/error-message.ts';
import type { ProjectId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';

/** The journal as a tab writes it: other tabs hear of each record, and a tab that has let go of its project writes nothing more to it. */
export interface SharedJournal extends JournalStore {
  /** Whether events of the open project may be appended. */
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  onAppended(listener: (record: JournalRecord) => void): void;
  /** Called when the browser has had no room for a record. */
  onFull(listener: () => void): void;
  /** Called when another tab turns out to have claimed what this one appends to. */
  onTaken(listener: (projectId: ProjectId) => void): void;
}

export function shareJournal(journal: JournalStore): SharedJournal {
  let isOpen = true;
  let tellAppended: (record: JournalRecord) => void = () => undefined;
  let tellFull: () => void = () => undefined;
  let tellTaken: (projectId: ProjectId) => void = () => undefined;
  const written = async (event: Pick<JournalEvent, 'type'>, write: () => Promise<JournalRecord>) => {
    // The name of any chat can be changed from any tab.
    if (!isOpen && event.type !== 'chat-renamed') throw new ProjectTakenError();
    try {
      const record = await write();
      tellAppended(record);
      return record;
    } catch (error) {
      if (error instanceof ProjectTakenError && error.projectId !== null) tellTaken(error.projectId);
      if (isStorageFull(error)) tellFull();
      throw error;
    }
  };
  return {
    ...journal,
    isOpen: () => isOpen,
    setOpen(next) {
      isOpen = next;
    },
    onAppended(listener) {
      tellAppended = listener;
    },
    onTaken(listener) {
      tellTaken = listener;
    },
    keepPartial(chatId, stepId, parts) {
      if (isOpen) journal.keepPartial(chatId, stepId, parts);
    },
    onFull(listener) {
      tellFull = listener;
    },
    append: (chatId, event, contents) => written(event, () => journal.append(chatId, event, contents)),
    appendFile: (chatId, file) => written({ type: 'file-changed' }, () => journal.appendFile(chatId, file)),
  };
}
