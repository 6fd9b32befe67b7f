import type { FileVersion, FileVersions, PastPlace } from '../agent/contract/tool-ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import { linkTargetOf, linkText } from '../protocol/files/file-version.ts';
import type { ChatId } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { checkpointsOf } from './checkpoints.ts';
import { StepReader } from './past/step-reader.ts';

export interface FileVersionsOptions {
  chatId: ChatId;
  journal: Pick<JournalStore, 'load'>;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'settled'>;
}

/** Every version of a file in the chat's journal. */
export function createFileVersions({ chatId, journal, store, mirror }: FileVersionsOptions): FileVersions {
  const load = async () => {
    await mirror.settled();
    return (await journal.load(chatId)).records;
  };
  return {
    places: async () => placesIn(await load()),
    async readBefore(path, step) {
      const event = (await load())
        .filter(({ sequence }) => sequence < step)
        .flatMap(({ event }) => (isOfFile(event, path) ? [event] : []))
        .at(-1);
      return contentOf(event, store);
    },
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
      return contentOf(event, store);
    },
  };
}

/** A link is described in words. */
async function contentOf(event: FileRecordEvent | null | undefined, store: FileVersionsOptions['store']): Promise<Uint8Array | null> {
  if (event?.type !== 'file-changed') return null;
  const linkTo = linkTargetOf(event.hash);
  return linkTo === null ? store.read(event.hash) : new TextEncoder().encode(linkText(linkTo));
}

/** Merges checkpoints and steps; a step that starts at a checkpoint is listed once. */
function placesIn(records: readonly JournalRecord[]): PastPlace[] {
  const reader = new StepReader();
  for (const record of records) reader.read(record);
  const places = new Map<number, PastPlace>();
  for (const { sequence, at, label, bookmark } of checkpointsOf(records)) {
    places.set(sequence, { step: sequence, at, what: label, label: bookmark, files: [] });
  }
  for (const { sequence, at, label, name, changes } of reader.steps()) {
    places.set(sequence, { step: sequence, at, what: label, label: name, files: [...changes.keys()].sort() });
  }
  return [...places.values()].sort((a, b) => b.step - a.step);
}

/** Returns null for another file's record or a version whose content is no longer stored. */
function fileEvent({ event }: JournalRecord, path: string): FileRecordEvent | null {
  if (!isOfFile(event, path)) return null;
  return event.type === 'file-changed' && event.isThinned === true ? null : event;
}

function isOfFile(event: JournalEvent, path: string): event is FileRecordEvent {
  return (event.type === 'file-changed' || event.type === 'file-removed') && event.path === path;
}
