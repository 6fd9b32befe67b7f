import type { IdSource } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { LentContents } from '../../persistence/lent-contents.ts';
import type { ProjectBatches } from '../../persistence/project-batches.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import { type ChatId, type ContentHash, chatIdSchema, projectIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ProjectService } from '../project-service.ts';
import { type ImportPlan, type LeftOut, sizeText } from './import-plan.ts';
import { type ImportReader, importProblemText, type ReadBatch } from './import-reader.ts';
import type { ComingSource } from './import-source.ts';
import { newContents } from './packing/new-contents.ts';

export interface ImportActions {
  /** Examines a source, whose files may still be being listed. Nothing is written before `bringIn`. */
  openImport(source: ComingSource): Promise<OpenedImport | null>;
}

/** An import that is being prepared. No method rejects. */
export interface OpenedImport {
  plan(options: { withIgnored: boolean }): Promise<{ ok: true; plan: ImportPlan } | { ok: false; why: string }>;
  /** Imports everything or nothing, also when cancelled. */
  bringIn(request: BringInRequest): Promise<BroughtIn>;
  /** Ends all its work. */
  close(): void;
}

export interface BringInRequest {
  name: string;
  /** A new project, or the open one: files with the same names are replaced and can be restored from the history. */
  into: 'new' | 'open';
  onProgress(files: number): void;
}

export type BroughtIn =
  | { status: 'done'; chatId: ChatId; damaged: readonly LeftOut[] }
  | { status: 'cancelled' }
  | { status: 'failed'; why: string };

export interface ImportDependencies {
  batches: ProjectBatches;
  files: LentContents;
  project: Pick<ProjectService, 'takeAll'>;
  ids: IdSource;
  /** The open chat; null if there is none. */
  openChatId(): ChatId | null;
  openChat(chatId: ChatId): Promise<boolean>;
  /** Refreshes the lists. */
  refresh(): Promise<void>;
  read(source: ComingSource): ImportReader;
}

interface TakenFile {
  path: string;
  hash: ContentHash;
  size: number;
  isExecutable?: true;
}

export function createImportService(dependencies: ImportDependencies): ImportActions {
  return { openImport: async (source) => openedImport(source, dependencies) };
}

function openedImport(source: ComingSource, dependencies: ImportDependencies): OpenedImport {
  const reader = dependencies.read(source);
  let isClosed = false;
  return {
    async plan(options) {
      try {
        return { ok: true, plan: await reader.plan(options) };
      } catch (error) {
        return { ok: false, why: importProblemText(error) };
      }
    },
    async bringIn(request) {
      const kept = createKept(dependencies, request.onProgress);
      try {
        const damaged = await reader.read(kept.take);
        if (isClosed) throw new Error('It was cancelled');
        const chatId = await enterJournal(kept.files, request, dependencies);
        reader.close();
        return { status: 'done', chatId, damaged };
      } catch (error) {
        await kept.giveUp();
        return isClosed ? { status: 'cancelled' } : { status: 'failed', why: failureText(error, kept.bytes()) };
      } finally {
        dependencies.files.takeBack();
      }
    },
    close() {
      isClosed = true;
      reader.close();
    },
  };
}

/** Contents are stored as they are read, so that memory holds only one batch. No record refers to them yet. */
function createKept({ batches, files: lent }: Pick<ImportDependencies, 'batches' | 'files'>, onProgress: (files: number) => void) {
  const files: TakenFile[] = [];
  let bytes = 0;
  let stored: Set<ContentHash> | null | undefined;
  return {
    files,
    bytes: () => bytes,
    async take(batch: ReadBatch) {
      if (stored === undefined) stored = await batches.allKnown();
      const known = stored ?? (await batches.known(batch.files.map(({ hash }) => hash)));
      const { blobs, packs } = await newContents(batch, batch.files, (hash) => known.has(hash));
      await batches.keepContents(blobs, packs);
      for (const { hash } of batch.files) stored?.add(hash);
      // The runtime will need the contents in a moment.
      lent.lend(batch.files.map(({ hash, content }) => [hash, content]));
      for (const { path, hash, size, isExecutable } of batch.files) {
        files.push({ path, hash, size, ...(isExecutable ? { isExecutable } : {}) });
        bytes += size;
      }
      onProgress(files.length);
    },
    async giveUp() {
      if (files.length > 0) await batches.dropContents().catch(() => undefined); // If this fails, the next deletion of a chat removes them too.
    },
  };
}

async function enterJournal(
  files: readonly TakenFile[],
  { name, into }: BringInRequest,
  { batches, project, ids, openChatId, openChat, refresh }: ImportDependencies,
): Promise<ChatId> {
  const open = openChatId();
  if (into === 'open' && open !== null) {
    await project.takeAll(files, (events) => batches.appendAll(open, events));
    return open;
  }
  const chatId = chatIdSchema.parse(ids.next());
  const created: JournalEvent = { type: 'chat-created', title: name, projectId: projectIdSchema.parse(ids.next()) };
  // These are the files that the chat starts with: none of its tasks has changed them.
  const changed = files.map((file): JournalEvent => ({ type: 'file-changed', ...file, by: 'user', before: null, isInherited: true }));
  await batches.appendAll(chatId, [created, ...changed]);
  await refresh();
  if (!(await openChat(chatId))) throw new Error(t('It is in the list of projects, but could not be opened'));
  return chatId;
}

function failureText(error: unknown, bytes: number): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return t(
      'This browser gives no more room: {bytes} had been stored and were taken out again. Delete projects you no longer need, or import less.',
      { bytes: sizeText(bytes) },
    );
  return error instanceof Error && error.name === 'ImportProblem'
    ? importProblemText(error)
    : t('It was not brought in: {error}.', { error: errorMessage(error) });
}
