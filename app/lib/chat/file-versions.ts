import type { FileVersion, FileVersions } from '../agent/ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalRecord } from '../protocol/journal-event.ts';
import { checkpointsOf } from './checkpoints.ts';

export interface FileVersionsOptions {
  chatId: ChatId;
  journal: Pick<JournalStore, 'load'>;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'settled'>;
}

/** Every version of a file that the chat's journal holds. */
export function createFileVersions({ chatId, journal, store, mirror }: FileVersionsOptions): FileVersions {
  const load = async () => {
    await mirror.settled();
    return (await journal.load(chatId)).records;
  };
  return {
    async list(path) {
      const records = await load();
      // Newest first.
      const tasks = checkpointsOf(records);
      return records
        .flatMap((record): FileVersion[] => {
          const event = fileEvent(record, path);
          if (event === null) return [];
          const task = tasks.find(({ sequence }) => sequence < record.sequence)?.label ?? null;
          const size = event.type === 'file-changed' ? event.size : null;
          return [{ version: record.sequence, at: record.at, by: event.by, size, task }];
        })
        .toReversed();
    },
    async read(path, version) {
      const record = (await load()).find(({ sequence }) => sequence === version);
      const event = record === undefined ? null : fileEvent(record, path);
      return event?.type === 'file-changed' ? await store.read(event.hash) : null;
    },
  };
}

/** null: another file's, or a version whose content is no longer kept. */
function fileEvent({ event }: JournalRecord, path: string): FileRecordEvent | null {
  if (event.type === 'file-changed' && event.isThinned === true) return null;
  return (event.type === 'file-changed' || event.type === 'file-removed') && event.path === path ? event : null;
}
