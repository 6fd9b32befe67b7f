import { z } from 'zod';
import type { LiveCall, LivePart } from '../agent/contract/conversation-state.ts';
import type { PartialAnswer } from '../agent/contract/ports.ts';
import { type ChatId, type StepId, stepIdSchema } from '../protocol/ids.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

/** The growth of a text: what follows its first `from` characters. */
const growthSchema = z.object({ from: z.number().int().nonnegative(), text: z.string() });
const namedGrowthSchema = growthSchema.extend({ name: z.string() });
const partGrowthSchema = z.discriminatedUnion('type', [
  growthSchema.extend({ type: z.literal('text'), index: z.number().int().nonnegative(), id: z.string() }),
  growthSchema.extend({
    type: z.literal('reasoning'),
    index: z.number().int().nonnegative(),
    id: z.string(),
    thoughtMs: z.number().optional(),
  }),
  z.object({
    type: z.literal('tool-input'),
    index: z.number().int().nonnegative(),
    toolCallId: z.string(),
    toolName: z.string(),
    isComplete: z.boolean(),
    /** Restarts the value: earlier rows no longer count for it. */
    isFresh: z.boolean(),
    fields: z.array(namedGrowthSchema),
    /** Absent in rows of earlier versions. */
    values: z.array(namedGrowthSchema).default([]),
  }),
]);
type PartGrowth = z.infer<typeof partGrowthSchema>;

/** One write. It contains only what was added since the previous row, so that a long answer costs no more than a short one. */
const partialRowSchema = z.object({ version: z.literal(1), at: z.number(), parts: z.array(partGrowthSchema) });
type PartialRow = z.infer<typeof partialRowSchema>;

/** Parts of answers that are streaming. They survive a crash. The event that ends a step deletes them in the same transaction. */
export interface PartialStore {
  /** Not awaited. One write runs at a time, and afterwards the newest state is written. */
  keep(chatId: ChatId, stepId: StepId, parts: readonly LivePart[]): void;
  /** The step is about to be recorded, so nothing more of it is written. */
  end(chatId: ChatId, stepId: StepId): void;
  load(chatId: ChatId): Promise<PartialAnswer[]>;
}

interface Writing {
  /** The state that the written rows describe. */
  kept: readonly LivePart[];
  rows: number;
  newest: readonly LivePart[] | null;
  isUnderWay: boolean;
}

export function createPartialStore(database: Pick<DevonzDatabase, 'put' | 'transaction'>, now: () => number): PartialStore {
  const writings = new Map<string, Writing>();
  const write = async (chatId: ChatId, stepId: StepId, writing: Writing) => {
    while (writing.newest !== null) {
      const parts = writing.newest;
      writing.newest = null;
      const row: PartialRow = { version: 1, at: now(), parts: growthOf(writing.kept, parts) };
      if (row.parts.length === 0) continue;
      try {
        await database.put('partials', row, [chatId, stepId, writing.rows]);
        writing.rows++;
        writing.kept = parts;
      } catch {
        // The next write includes the parts that failed. The answer itself is in memory and continues.
      }
    }
    writing.isUnderWay = false;
  };
  return {
    keep(chatId, stepId, parts) {
      const key = keyOf(chatId, stepId);
      const writing = writings.get(key) ?? { kept: [], rows: 0, newest: null, isUnderWay: false };
      writings.set(key, writing);
      writing.newest = parts;
      if (writing.isUnderWay) return;
      writing.isUnderWay = true;
      void write(chatId, stepId, writing);
    },
    end(chatId, stepId) {
      const writing = writings.get(keyOf(chatId, stepId));
      if (writing !== undefined) writing.newest = null;
      writings.delete(keyOf(chatId, stepId));
    },
    async load(chatId) {
      const found = new Map<string, { rows: unknown[] }>();
      const transaction = database.transaction('partials');
      for await (const { key, value } of transaction.store.iterate(partialsOf(chatId))) {
        const step = found.get(key[1]);
        if (step === undefined) found.set(key[1], { rows: [value] });
        else step.rows.push(value);
      }
      return [...found].flatMap(([stepId, { rows }]) => {
        const { data: id } = stepIdSchema.safeParse(stepId);
        const read = readRows(rows);
        return id === undefined || read === null ? [] : [{ stepId: id, ...read }];
      });
    },
  };
}

/** The rows of a chat's answers, or of one step's. */
export function partialsOf(chatId: ChatId, stepId?: StepId): IDBKeyRange {
  return stepId === undefined
    ? IDBKeyRange.bound([chatId, ''], [chatId, '\uffff'])
    : IDBKeyRange.bound([chatId, stepId, 0], [chatId, stepId, Number.MAX_SAFE_INTEGER]);
}

function keyOf(chatId: ChatId, stepId: StepId): string {
  return JSON.stringify([chatId, stepId]);
}

/** The additions in `after`, part by part. */
function growthOf(before: readonly LivePart[], after: readonly LivePart[]): PartGrowth[] {
  return after.flatMap((part, index): PartGrowth[] => {
    const known = before[index];
    if (part.type !== 'tool-input') {
      const same = known?.type === part.type && known.id === part.id ? known : null;
      if (same?.text === part.text && thoughtOf(same).thoughtMs === thoughtOf(part).thoughtMs) return [];
      return [{ type: part.type, index, id: part.id, ...grown(same?.text ?? '', part.text), ...thoughtOf(part) }];
    }
    const same = known?.type === 'tool-input' && isSameCall(known, part) ? known : null;
    const fields = grownTexts(same?.fields, part.fields);
    const values = grownTexts(same?.values, part.values ?? {});
    if (same !== null && fields.length + values.length === 0 && same.isComplete === part.isComplete) return [];
    const { type, toolCallId, toolName, isComplete } = part;
    return [{ type, index, toolCallId, toolName, isComplete, isFresh: same === null, fields, values }];
  });
}

function thoughtOf(part: { type: string; thoughtMs?: number | undefined }): { thoughtMs?: number } {
  return part.type === 'text' || part.thoughtMs === undefined ? {} : { thoughtMs: part.thoughtMs };
}

/** If a field was removed, the call is treated as a different one. */
function isSameCall(before: LiveCall, after: LiveCall): boolean {
  const hasAll = (names: object, of: object) => Object.keys(names).every((name) => Object.hasOwn(of, name));
  const [values, now] = [before.values ?? {}, after.values ?? {}];
  return before.toolCallId === after.toolCallId && hasAll(before.fields, after.fields) && hasAll(values, now);
}

type Texts = Readonly<Record<string, string>>;

function grownTexts(before: Texts | undefined, after: Texts): z.infer<typeof namedGrowthSchema>[] {
  return Object.entries(after).flatMap(([name, text]) => {
    const known = before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
    return known === text ? [] : [{ name, ...grown(known ?? '', text) }];
  });
}

function grown(before: string, after: string): { from: number; text: string } {
  return after.startsWith(before) ? { from: before.length, text: after.slice(before.length) } : { from: 0, text: after };
}

/** The combined state of the rows, up to the first damaged one. Null if there is none. */
function readRows(rows: readonly unknown[]): { at: number; parts: LivePart[] } | null {
  let parts: LivePart[] = [];
  let at: number | null = null;
  for (const value of rows) {
    const row = partialRowSchema.safeParse(value);
    const next = row.success ? withRow(parts, row.data) : null;
    if (!row.success || next === null) break;
    parts = next;
    at = row.data.at;
  }
  return at === null ? null : { at, parts };
}

/** Returns null if the row does not continue the state. */
function withRow(before: readonly LivePart[], row: PartialRow): LivePart[] | null {
  const parts = [...before];
  for (const growth of row.parts) {
    if (growth.index > parts.length) return null;
    const part = grownPart(parts[growth.index], growth);
    if (part === null) return null;
    parts[growth.index] = part;
  }
  return parts;
}

function grownPart(known: LivePart | undefined, growth: PartGrowth): LivePart | null {
  if (growth.type !== 'tool-input') {
    const text = joined(known?.type === growth.type && known.id === growth.id ? known.text : '', growth);
    return text === null ? null : { type: growth.type, id: growth.id, text, ...thoughtOf(growth) };
  }
  const { type, toolCallId, toolName, isComplete } = growth;
  const call = known?.type === 'tool-input' && !growth.isFresh ? known : null;
  const fields = joinedTexts(call?.fields, growth.fields);
  const values = joinedTexts(call?.values, growth.values);
  if (fields === null || values === null) return null;
  return { type, toolCallId, toolName, fields, ...(Object.keys(values).length === 0 ? {} : { values }), isComplete };
}

/** Returns null if the growths do not continue the texts. */
function joinedTexts(known: Texts | undefined, growths: readonly z.infer<typeof namedGrowthSchema>[]): Texts | null {
  const texts = new Map(Object.entries(known ?? {}));
  for (const growth of growths) {
    const text = joined(texts.get(growth.name) ?? '', growth);
    if (text === null) return null;
    texts.set(growth.name, text);
  }
  return Object.fromEntries(texts);
}

function joined(before: string, { from, text }: { from: number; text: string }): string | null {
  return from > before.length ? null : before.slice(0, from) + text;
}
