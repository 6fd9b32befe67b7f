import type { IdSource } from '../agent/contract/ports.ts';
import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { type ChatId, type ContentHash, chatIdSchema, projectIdSchema } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import { contentsNamed } from './contents-named.ts';
import type { FromSessionWorker, ToSessionWorker } from './session-file-messages.ts';
import type { Session } from './session-file-schema.ts';

export interface ExportedSession {
  blob: Blob;
  /** Files whose text was omitted, because they contain keys or passwords. */
  withoutSecretsOf: readonly string[];
}

/** A valid session file that has been read but not imported. */
export interface ReadSession {
  session: Session;
  /**
   * Imports it and returns the new chat, or null if that failed. `isTrusted`: the user trusts its messages; otherwise they count as
   * untrusted.
   */
  import(isTrusted: boolean): Promise<ChatId | null>;
}

/** The user's actions on whole sessions. No method rejects: a failure becomes a notice. */
export interface SessionFileActions {
  /**
   * Exports the open chat with all versions of its files; returns null if no chat is open or that failed. `withSecrets` includes files with
   * keys.
   */
  exportSession(withSecrets: boolean): Promise<ExportedSession | null>;
  /** Exports a readable page, without secrets. */
  exportSessionPage(): Promise<ExportedSession | null>;
  /** Reads and validates a file without importing it. */
  readSessionFile(file: Blob): Promise<ReadSession | null>;
}

export interface SessionFileOptions {
  openChatId(): ChatId | null;
  /** Resolves when the journal contains everything that programs have written so far. */
  settled(): Promise<void>;
  journal: Pick<JournalStore, 'load' | 'importChat'>;
  store: Pick<ProjectFileStore, 'read'>;
  ids: IdSource;
  notices: Pick<NoticeService, 'guard'>;
  work(message: ToSessionWorker): Promise<FromSessionWorker>;
  onImported(): Promise<void>;
}

export function createSessionFileService(options: SessionFileOptions): SessionFileActions {
  const { journal, notices } = options;
  const importSession = async ({ records, contents }: Session, isTrusted: boolean): Promise<ChatId> => {
    const chatId = chatIdSchema.parse(options.ids.next());
    const projectId = projectIdSchema.parse(options.ids.next());
    const own = records.map(({ event, ...rest }): JournalRecord => {
      if (event.type !== 'chat-created') return { ...rest, chatId, event };
      // A file of a stranger must not lead to a machine.
      const { place: _place, ...created } = event;
      return { ...rest, chatId, event: { ...created, projectId, ...(isTrusted ? {} : { isForeign: true as const }) } };
    });
    await journal.importChat(chatId, own, contents);
    await options.onImported();
    return chatId;
  };
  const exported = (type: 'write' | 'write-page', withSecrets: boolean): Promise<ExportedSession | null> =>
    notices.guard(t('The session could not be exported'), async () => {
      const chatId = options.openChatId();
      if (chatId === null) return null;
      await options.settled();
      const { records } = await journal.load(chatId);
      const contents = await contentsOf(records, options.store);
      const answer = await options.work({ type, parts: { title: titleOf(records), records, contents, withSecrets } });
      if (answer.type !== 'written') throw new Error(answer.type === 'failed' ? answer.why : t('the worker answered something else'));
      return { blob: answer.file, withoutSecretsOf: answer.withoutSecretsOf };
    });
  return {
    exportSession: (withSecrets) => exported('write', withSecrets),
    exportSessionPage: () => exported('write-page', false),
    readSessionFile: (file) =>
      notices.guard(t('The session file was not imported'), async () => {
        const answer = await options.work({ type: 'read', file });
        if (answer.type !== 'read') throw new Error(answer.type === 'failed' ? answer.why : t('the worker answered something else'));
        if (!answer.reading.ok) throw new Error(saidReason({ why: reasonText(answer.reading.reason), reason: answer.reading.reason }));
        const { session } = answer.reading;
        return {
          session,
          import: (isTrusted) => notices.guard(t('The session was not imported'), () => importSession(session, isTrusted)),
        };
      }),
  };
}

async function contentsOf(records: readonly JournalRecord[], store: Pick<ProjectFileStore, 'read'>): Promise<Map<ContentHash, Uint8Array>> {
  const contents = new Map<ContentHash, Uint8Array>();
  for (const hash of new Set(records.flatMap(({ event }) => contentsNamed(event)))) {
    const content = await store.read(hash);
    if (content !== null) contents.set(hash, content);
  }
  return contents;
}

function titleOf(records: readonly JournalRecord[]): string {
  const named = records.findLast(({ event }) => event.type === 'chat-created' || event.type === 'chat-renamed')?.event;
  return named !== undefined && 'title' in named ? named.title.slice(0, 500) : 'Untitled';
}
