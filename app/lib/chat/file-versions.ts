import type { FileVersion, FileVersions, PastChange, PastContent, PastPlace } from '../agent/contract/tool-ports.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import { taskStarts } from '../project/task-starts.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { FileRecordEvent, JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import { checkpointsOf } from './checkpoints.ts';
import type { PastStep } from './past/past-step.ts';
import { StepReader, type StepReaderOptions } from './past/step-reader.ts';

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
      return contentOf(versionOf(event), store);
    },
    async changedSince(step) {
      const changed = differencesSince(step, await load());
      return Promise.all(
        changed.map(async ({ path, before, by }): Promise<PastChange> => ({ path, before: await contentOf(before, store), by })),
      );
    },
    list: async (path) => versionsOf(path, await load()),
    async read(path, version) {
      const event = (await load()).filter((record) => isOfFile(record.event, path)).map((record) => fileEvent(record, path))[version - 1];
      return event == null ? null : contentOf(versionOf(event), store);
    },
  };
}

function versionOf(event: FileRecordEvent | undefined): ContentHash | null {
  return event?.type === 'file-changed' ? event.hash : null;
}

/** `version` is null if there was no file. */
async function contentOf(version: ContentHash | null, store: FileVersionsOptions['store']): Promise<PastContent> {
  if (version === null) return { kind: 'absent' };
  const target = linkTargetOf(version);
  if (target !== null) return { kind: 'link', target };
  const bytes = await store.read(version);
  return bytes === null ? { kind: 'lost' } : { kind: 'file', bytes };
}

/** Newest first. A version keeps its number when the content of an earlier one is no longer stored. */
function versionsOf(path: string, records: readonly JournalRecord[]): FileVersion[] {
  const tasks = checkpointsOf(records);
  const steps = stepsIn(records, { isPerCall: true });
  return records
    .filter(({ event }) => isOfFile(event, path))
    .flatMap((record, index): FileVersion[] => {
      const event = fileEvent(record, path);
      if (event === null) return [];
      const { sequence, at } = record;
      const task = tasks.find((each) => each.sequence < sequence)?.label ?? null;
      // Steps do not overlap, so the newest step that had begun made the change. A change within a step that has no net change belongs to
      // the step before.
      const step = steps.findLast((each) => each.sequence <= sequence);
      const size = event.type === 'file-changed' ? event.size : null;
      return [{ version: index + 1, at, by: event.by, size, task, step: step?.changes.has(path) === true ? step.sequence : null }];
    })
    .toReversed();
}

interface Difference {
  path: string;
  before: ContentHash | null;
  by: FileVersion['by'][];
}

/** Changes by other chats count as if they had existed from the beginning. */
function differencesSince(step: number, records: readonly JournalRecord[]): Difference[] {
  const files = new Map<string, ContentHash | null>();
  const found = new Map<string, Difference>();
  for (const { event, sequence } of records) {
    if (event.type !== 'file-changed' && event.type !== 'file-removed') continue;
    const { path, by, isInherited } = event;
    if (sequence >= step && isInherited === true) found.set(path, { path, before: versionOf(event), by: found.get(path)?.by ?? [] });
    else if (sequence >= step) {
      const known = found.get(path) ?? { path, before: files.get(path) ?? null, by: [] };
      found.set(path, { ...known, by: [...new Set([...known.by, by])] });
    }
    files.set(path, versionOf(event));
  }
  const differing = [...found.values()].filter(({ path, before }) => before !== (files.get(path) ?? null));
  return differing.sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Unnamed = PastPlace extends infer Place ? (Place extends PastPlace ? Omit<Place, 'ref'> : never) : never;

/** Merges checkpoints and steps; a step that starts at a checkpoint is listed once. Each call of the agent is a step of its own. */
function placesIn(records: readonly JournalRecord[]): PastPlace[] {
  const starts = new Set(taskStarts(records).map((index) => records[index]?.sequence));
  const answers = answersIn(records);
  const merged = stepsIn(records);
  const places = new Map<number, Unnamed>();
  for (const { sequence, at, label, bookmark } of checkpointsOf(records)) {
    places.set(sequence, { step: sequence, kind: starts.has(sequence) ? 'task' : 'other', at, what: label, label: bookmark, files: [] });
  }
  for (const step of stepsIn(records, { isPerCall: true })) {
    const { sequence, at, name, changes, kind, call } = step;
    // The user undoes all calls of an answer together.
    const whole = merged.findLast((each) => each.sequence <= sequence);
    const isPart = whole !== undefined && [...changes.keys()].some((path) => whole.changes.has(path));
    const { isInEffect } = isPart ? whole : step;
    const what = wordsFor({ ...step, isInEffect });
    const moment = { step: sequence, at, what, label: name, files: [...changes.keys()].sort() };
    if (kind !== 'agent' && kind !== 'command') {
      places.set(sequence, { ...moment, kind: 'other' });
      continue;
    }
    const stepsAgo = answers.filter((answer) => answer > sequence).length;
    const { toolName = '', restored = null } = call ?? {};
    places.set(sequence, { ...moment, kind: 'agent', toolName, stepsAgo, isInEffect, restored });
  }
  return named([...places.values()].sort((a, b) => a.step - b.step)).toReversed();
}

const REF_WORDS = { agent: 'change', task: 'task', other: 'event' } as const;

/** Each kind is counted separately, from the oldest, so that a new place changes no earlier name. */
function named(places: readonly Unnamed[]): PastPlace[] {
  const counts = { agent: 0, task: 0, other: 0 };
  return places.map((place) => ({ ...place, ref: `${REF_WORDS[place.kind]} ${++counts[place.kind]}` }));
}

/** Returns the positions of the model's answers that are still part of the conversation. */
function answersIn(records: readonly JournalRecord[]): number[] {
  const messages = new Map<string, number>();
  let answers: number[] = [];
  for (const { event, sequence } of records) {
    if (event.type === 'user-message') messages.set(event.message.id, sequence);
    else if (event.type === 'step-finished') answers.push(sequence);
    else if (event.type === 'conversation-rewound') {
      const place = messages.get(event.messageId) ?? 0;
      answers = answers.filter((answer) => answer < place);
    }
  }
  return answers;
}

/** A step's label for the model, for which "you" would mean the model itself. */
function wordsFor({ kind, label, isInEffect }: PastStep): string {
  const words = kind === 'user' ? label.replace(/^You: /, 'The user: ') : label;
  return isInEffect ? words : `${words} (undone since)`;
}

function stepsIn(records: readonly JournalRecord[], options?: StepReaderOptions): PastStep[] {
  const reader = new StepReader(options);
  for (const record of records) reader.read(record);
  return reader.steps();
}

/** Returns null for another file's record or a version whose content is no longer stored. */
function fileEvent({ event }: JournalRecord, path: string): FileRecordEvent | null {
  if (!isOfFile(event, path)) return null;
  return event.type === 'file-changed' && event.isThinned === true ? null : event;
}

function isOfFile(event: JournalEvent, path: string): event is FileRecordEvent {
  return (event.type === 'file-changed' || event.type === 'file-removed') && event.path === path;
}
