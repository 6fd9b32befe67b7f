import { type Hunk, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import { linkTargetOf } from '../../protocol/files/file-version.ts';
import type { ChatId, ContentHash } from '../../protocol/ids.ts';
import { decodeText } from '../../search/text-file.ts';
import type { ChangeSource } from './change-source.ts';
import { changesSince } from './past-changes.ts';
import { followRange, type HunkTexts, hunkStates, type LineRange, type PastHunk, withoutHunk } from './past-hunk.ts';
import type { PastStep, VersionChange } from './past-step.ts';
import type { ProjectPast } from './project-past.ts';

type KnownFiles = Pick<ProjectMirror, 'files' | 'baseline'>;

/** A change to one file whose texts before, after and now are known. */
export interface TextFileChange {
  texts: HunkTexts;
  /** The step that made the change; if there were several, the newest. */
  step: PastStep;
  /** The later changes in order, read only on demand. */
  readLater(): Promise<readonly LaterChange[]>;
}

/** A later step's change to the same file. */
interface LaterChange {
  step: PastStep;
  before: string;
  after: string;
}

export interface ChangeFinderOptions {
  store: Pick<ProjectFileStore, 'read'>;
  mirror: KnownFiles;
  past(chatId: ChatId): Promise<ProjectPast>;
}

/**
 * Finds a file's texts before and after a change. Returns null if there is no such change, or if the file is not text (or missing) before,
 * after or now.
 */
export function changeFinder({ store, mirror, past }: ChangeFinderOptions) {
  const textOf = async (hash: ContentHash | null | undefined) => {
    const isFile = hash !== null && hash !== undefined && linkTargetOf(hash) === null;
    const content = isFile ? await store.read(hash) : null;
    return content === null ? null : decodeText(content);
  };
  return async ({ chatId }: { chatId: ChatId }, source: ChangeSource, path: string): Promise<TextFileChange | null> => {
    const ofFile = (await past(chatId)).steps.filter(({ changes }) => changes.has(path));
    const own = source.type === 'step' ? ofFile.filter(({ sequence }) => sequence === source.sequence) : ofFile;
    const change = changeOf(source, path, own, mirror);
    const [before, after, now] = [await textOf(change?.before), await textOf(change?.after), await textOf(mirror.files().get(path))];
    const step = own.at(-1);
    if (step === undefined || before === null || after === null || now === null) return null;
    const readLater = async () => {
      const later: LaterChange[] = [];
      for (const each of ofFile) {
        if (each.sequence <= step.sequence) continue;
        const made = each.changes.get(path);
        later.push({ step: each, before: (await textOf(made?.before)) ?? '', after: (await textOf(made?.after)) ?? '' });
      }
      return later;
    };
    return { texts: { before, after, now }, step, readLater };
  };
}

function changeOf(source: ChangeSource, path: string, steps: readonly PastStep[], mirror: KnownFiles): VersionChange | null {
  if (source.type === 'task') return { before: mirror.baseline().get(path) ?? null, after: mirror.files().get(path) ?? null };
  if (source.type === 'since') return changesSince(steps, source.sequence, mirror.files()).get(path) ?? null;
  return steps[0]?.changes.get(path) ?? null;
}

/** Returns the change's hunks, with their current state and the steps that changed them later. */
export async function describeHunks(change: TextFileChange): Promise<PastHunk[]> {
  const hunks = hunkStates(change.texts);
  const changed = hunks.filter(({ state }) => state === 'changed');
  const followed = await followHunks(changed, change);
  const now = splitLines(change.texts.now);
  return hunks.map((hunk): PastHunk => {
    const later = followed[changed.indexOf(hunk)];
    if (later === undefined) return hunk;
    // Where lines are alike, comparing step by step is more exact than comparing all changes at once.
    const isGone = later.isTakenBack || now.slice(later.range.start, later.range.end).join('') === hunk.removed.join('');
    return isGone ? { ...hunk, state: 'gone' } : { ...hunk, later: later.labels };
  });
}

interface FollowedHunk {
  /** The current range of its lines. */
  range: LineRange;
  /** Whether the last step that changed these lines reverted exactly this hunk, regardless of neighbouring lines. */
  isTakenBack: boolean;
  /** Labels of the later steps, still in effect, that changed these lines. */
  labels: readonly string[];
}

/** Follows each hunk through all later changes. */
async function followHunks(hunks: readonly Hunk[], { texts, readLater }: TextFileChange): Promise<FollowedHunk[]> {
  if (hunks.length === 0) return [];
  const changes = (await readLater()).map((change) => ({ ...change, hunks: lineHunksOf(change.before, change.after) }));
  return hunks.map((hunk) => {
    let range: LineRange = { start: hunk.newStart, end: hunk.newStart + hunk.added.length };
    let isTakenBack = false;
    const labels = new Set<string>();
    for (const { step, before, after, hunks: since } of changes) {
      const { isTouched, ...next } = followRange(range, since);
      range = next;
      if (!isTouched) continue;
      const without = withoutHunk({ ...texts, now: before }, hunk);
      isTakenBack = without?.type === 'merged' && without.text === after;
      if (step.isInEffect) labels.add(step.shown);
    }
    return { range, isTakenBack, labels: [...labels] };
  });
}
