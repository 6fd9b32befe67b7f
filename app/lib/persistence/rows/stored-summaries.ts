import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { type ChatId, chatIdSchema, type ProjectId, projectIdSchema } from '../../protocol/ids.ts';
import { journalRecordSchema } from '../../protocol/journal-event.ts';
import type { ReportDamage } from '../damage.ts';
import { type FileRow, fileRowFrom } from './project-files.ts';
import { recordsOfRow } from './record-pack.ts';

const chatSummarySchema = z.object({
  chatId: chatIdSchema,
  projectId: projectIdSchema,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Changes each time a chat with this id is created, also when it is deleted and imported again. Absent in older rows. */
  birth: z.string().optional(),
});
export type StoredChat = z.infer<typeof chatSummarySchema>;

/** Times are milliseconds since the epoch. */
const storedProjectSchema = z.object({
  projectId: projectIdSchema,
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Time of archiving; null if it is not archived. */
  archivedAt: z.number().nullable(),
  /** Time of deletion; null if it is not deleted. A deleted project can be restored until it is deleted permanently. */
  deletedAt: z.number().nullable(),
  /** The tab that works, or last worked, on the project; other tabs must not write its chats. Absent if no tab has yet. */
  writer: z.string().optional(),
});
export type StoredProject = z.infer<typeof storedProjectSchema>;

/** The stores of chats and records, from any transaction. */
export interface SummaryStores {
  chats: { get(key: string): Promise<unknown>; getAll(): Promise<unknown[]>; getAllKeys(): Promise<IDBValidKey[]> };
  records: { getAll(range: IDBKeyRange): Promise<unknown[]> };
}

/** Distinguishes a recreated chat from an earlier one with the same id. */
export function lifeOf(row: unknown): string {
  return JSON.stringify(
    typeof row === 'object' && row !== null ? [Reflect.get(row, 'createdAt'), Reflect.get(row, 'birth')] : (row ?? null),
  );
}

const ALL_OF = (chatId: string) => IDBKeyRange.bound([chatId, 0], [chatId, Number.MAX_SAFE_INTEGER]);

/** Returns null if there is no such chat. Missing parts of a damaged row are read from the chat's journal. */
export async function summaryOf(stores: SummaryStores, chatId: ChatId, report?: ReportDamage): Promise<StoredChat | null> {
  return summaryFrom(stores, chatId, await stores.chats.get(chatId), report);
}

export async function allSummaries(stores: SummaryStores, report?: ReportDamage): Promise<StoredChat[]> {
  const [keys, values] = await Promise.all([stores.chats.getAllKeys(), stores.chats.getAll()]);
  const found = await Promise.all(keys.map((key, index) => summaryFrom(stores, key, values[index], report)));
  return found.filter((chat) => chat !== null);
}

async function summaryFrom(stores: SummaryStores, key: IDBValidKey, value: unknown, report?: ReportDamage): Promise<StoredChat | null> {
  const read = chatSummarySchema.safeParse(value);
  // A row that does not name its own key is damaged.
  if (read.success && read.data.chatId === key) return read.data;
  const { data: chatId } = chatIdSchema.safeParse(key);
  if (value === undefined || chatId === undefined) return null;
  const summary = summaryFromRecords(chatId, value, await recordsOf(stores, chatId));
  report?.({ key: `chats ${chatId}`, what: t('the entry of the chat “{title}”', { title: summary.title }), isRestored: true });
  return summary;
}

/** The records are not validated. */
async function recordsOf(stores: SummaryStores, chatId: ChatId): Promise<readonly unknown[]> {
  // The sequence numbers are not needed here.
  return (await stores.records.getAll(ALL_OF(chatId))).flatMap((value) => recordsOfRow(value, [chatId, Number.MAX_SAFE_INTEGER]));
}

function summaryFromRecords(chatId: ChatId, row: unknown, records: readonly unknown[]): StoredChat {
  const summary = { chatId, projectId: projectIdSchema.parse(chatId), title: 'Untitled', createdAt: 0, updatedAt: 0 };
  for (const value of records) {
    const { data: record } = journalRecordSchema.safeParse(value);
    if (record === undefined) continue;
    if (summary.createdAt === 0) summary.createdAt = record.at;
    summary.updatedAt = record.at;
    const { event } = record;
    if (event.type === 'chat-created' || event.type === 'chat-renamed') summary.title = event.title;
    if (event.type === 'chat-created' && event.projectId !== undefined) summary.projectId = event.projectId;
  }
  // The readable fields of the row are used.
  return { ...summary, ...readableOf(row) };
}

function readableOf(row: unknown): Partial<StoredChat> {
  if (typeof row !== 'object' || row === null) return {};
  const { data: projectId } = projectIdSchema.safeParse('projectId' in row ? row.projectId : undefined);
  const { data: title } = z.string().safeParse('title' in row ? row.title : undefined);
  return { ...(projectId === undefined ? {} : { projectId }), ...(title === undefined ? {} : { title }) };
}

/** Each field has a fallback: unreadable ones are as in a new project. */
const repairedProjectSchema = z.object({
  name: z.string().catch('Untitled'),
  createdAt: z.number().catch(0),
  updatedAt: z.number().catch(0),
  archivedAt: z.number().nullable().catch(null),
  deletedAt: z.number().nullable().catch(null),
  writer: z.string().optional().catch(undefined),
});

/** Returns null if there is no such project. */
export function projectFrom(key: string, value: unknown, report?: ReportDamage): StoredProject | null {
  const read = storedProjectSchema.safeParse(value);
  if (read.success && read.data.projectId === key) return read.data;
  const { data: projectId } = projectIdSchema.safeParse(key);
  if (value === undefined || projectId === undefined) return null;
  const { data: fields } = repairedProjectSchema.safeParse(value);
  const { writer, ...others } = fields ?? { name: 'Untitled', createdAt: 0, updatedAt: 0, archivedAt: null, deletedAt: null };
  report?.({
    key: `projects ${key}`,
    what: t('the entry of the project “{name}”', { name: others.name }),
    isRestored: fields !== undefined,
  });
  return { projectId, ...others, ...(writer === undefined ? {} : { writer }) };
}

/** The newest version of each project file, from the journals of its chats; null if it was removed. */
export async function newestVersions(stores: SummaryStores, projectId: ProjectId): Promise<ReadonlyMap<string, FileRow | null>> {
  const newest = new Map<string, { at: number; row: FileRow | null }>();
  for (const chat of await allSummaries(stores)) {
    if (chat.projectId !== projectId) continue;
    for (const value of await recordsOf(stores, chat.chatId)) {
      const { data: record } = journalRecordSchema.safeParse(value);
      if (record?.event.type !== 'file-changed' && record?.event.type !== 'file-removed') continue;
      const { at, event } = record;
      if (at < (newest.get(event.path)?.at ?? 0)) continue;
      newest.set(event.path, { at, row: event.type === 'file-changed' ? fileRowFrom(event) : null });
    }
  }
  return new Map([...newest].map(([path, { row }]) => [path, row]));
}

/** The summary stores of a transaction. */
export function summaryStoresOf(transaction: {
  objectStore(name: 'chats'): SummaryStores['chats'];
  objectStore(name: 'records'): SummaryStores['records'];
}): SummaryStores {
  return { chats: transaction.objectStore('chats'), records: transaction.objectStore('records') };
}
