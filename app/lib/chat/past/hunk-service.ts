import { type Hunk, hunkRange, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';
import { wakeEvent } from '../../agent/session/machine.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { decodeText, encodeText } from '../../search/text-file.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { applyVersions } from './apply-versions.ts';
import type { ChangeSource } from './change-source.ts';
import { changesSince } from './past-changes.ts';
import { followRange, type HunkTexts, hunkStates, type LineRange, type PastHunk, withoutHunk } from './past-hunk.ts';
import type { PastStep, VersionChange } from './past-step.ts';
import type { PastSession, UndoServiceOptions } from './undo-service.ts';
import { hunkRemark } from './undo-texts.ts';

/** What a user can do with single stretches of lines. */
export interface HunkActions {
  /** Of a text file that was there before and after; in their order. */
  listHunks(source: ChangeSource, path: string): Promise<readonly PastHunk[]>;
  /** Takes it back, all else of the file stays; asks first (`$undoQuestion`) where something has changed these lines since. */
  undoHunk(source: ChangeSource, path: string, hunk: Hunk): Promise<void>;
  /** `replace`: the lines go back to what they were before, whatever came after. */
  answerHunk(answer: 'replace' | 'cancel'): Promise<void>;
}

export interface HunkServiceOptions extends UndoServiceOptions {
  mirror: Pick<ProjectMirror, 'files' | 'baseline'>;
  /** Takes that undoing back. */
  redo(sequence: number): Promise<void>;
}

/** A change of one file, as far as it is text. */
interface Found {
  texts: HunkTexts;
  /** The step that made it, or the newest of those that did. */
  step: PastStep;
  /** Steps of the file that came after it. */
  later: readonly PastStep[];
}

interface Asked {
  source: ChangeSource;
  path: string;
  hunk: Hunk;
  /** What the file was when it was asked. */
  now: string;
}

/** Single hunks of a change go back by a three-way merge: of the text after the change, what it is now, and what it would be without them. */
export function createHunkService(options: HunkServiceOptions): HunkActions {
  const { session, mirror, store, notices, past, inTurn } = options;
  let asked: Asked | null = null;
  let serial = 0;

  const textOf = async (hash: ContentHash | null | undefined) => {
    const content = hash === null || hash === undefined ? null : await store.read(hash);
    return content === null ? null : decodeText(content);
  };
  const find = async (of: PastSession, source: ChangeSource, path: string): Promise<Found | null> => {
    const { steps } = await past(of.chatId);
    const ofFile = steps.filter(({ changes }) => changes.has(path));
    const own = source.type === 'step' ? ofFile.filter(({ sequence }) => sequence === source.sequence) : ofFile;
    const change = changeOf(source, path, own, mirror);
    const [before, after, now] = [await textOf(change?.before), await textOf(change?.after), await textOf(mirror.files().get(path))];
    const step = own.at(-1);
    if (step === undefined || before === null || after === null || now === null) return null;
    return { texts: { before, after, now }, step, later: ofFile.filter(({ sequence }) => sequence > step.sequence) };
  };
  const undo = async (of: PastSession, source: ChangeSource, path: string, hunk: Hunk, agreed: Asked | null) => {
    if (wakeEvent(of.state().status) === null) await of.stop();
    const target = toWorkspacePath(path);
    const found = target === null || isIgnoredPath(target) ? null : await find(of, source, path);
    if (target === null || found === null) throw new Error(`${path} is not there as text any more. Nothing was changed.`);
    const merged = withoutHunk(found.texts, hunk);
    if (merged === null)
      throw new Error(`${path} has changed since these lines were shown. Nothing was changed: look at the change again.`);
    const label = `${hunkRange(hunk)} of ${path}`;
    if (merged.type === 'conflict' && agreed?.now !== found.texts.now) {
      asked = { source, path, hunk, now: found.texts.now };
      const lines = merged.conflicts.map(({ ours, theirs }) => ({ now: ours, before: theirs }));
      const [later] = await followHunks([hunk], found.later, path, textOf);
      return $undoQuestion.set({ type: 'hunk', serial: ++serial, label, later: [...(later?.labels ?? [])], lines });
    }
    const text = merged.type === 'conflict' ? merged.withTheirs : merged.text;
    if (text === found.texts.now) return void notices.info('The file is already without that change: there is nothing to take back.');
    const { sequence } = await options.journal.append(of.chatId, {
      type: 'steps-undone',
      steps: [found.step.sequence],
      label,
      paths: [path],
    });
    await write(target, text);
    await of.remark(hunkRemark(label, source.type === 'step' ? found.step.label : null));
    notices.info(`Took back ${label}.`, { label: 'Redo', run: () => void options.redo(sequence) });
  };
  const write = async (path: WorkspacePath, text: string) => {
    const problem = await applyVersions([{ path, content: encodeText(text) }], options.workspace);
    if (problem !== null) throw new Error(`${problem} Take it back again.`);
  };

  return {
    async listHunks(source, path) {
      const of = session();
      if (of === null) return [];
      const listed = await notices.guard('The change could not be taken apart', async () => {
        const found = await find(of, source, path);
        if (found === null) return [];
        const hunks = hunkStates(found.texts);
        const changed = hunks.filter(({ state }) => state === 'changed');
        const followed = await followHunks(changed, found.later, path, textOf);
        const now = splitLines(found.texts.now);
        return hunks.map((hunk): PastHunk => {
          const later = followed[changed.indexOf(hunk)];
          if (later === undefined) return hunk;
          // Step by step is more exact than all of them at once, where lines are alike.
          const isGone = now.slice(later.range.start, later.range.end).join('') === hunk.removed.join('');
          return isGone ? { ...hunk, state: 'gone' } : { ...hunk, later: [...later.labels] };
        });
      });
      return listed ?? [];
    },
    undoHunk: (source, path, hunk) => inTurn('The change was not taken back', (of) => undo(of, source, path, hunk, null)),
    answerHunk: (answer) =>
      inTurn('The change was not taken back', async (of) => {
        const agreed = asked;
        asked = null;
        $undoQuestion.set(null);
        if (agreed !== null && answer === 'replace') await undo(of, agreed.source, agreed.path, agreed.hunk, agreed);
      }),
  };
}

function changeOf(
  source: ChangeSource,
  path: string,
  steps: readonly PastStep[],
  mirror: Pick<ProjectMirror, 'files' | 'baseline'>,
): VersionChange | null {
  if (source.type === 'task') return { before: mirror.baseline().get(path) ?? null, after: mirror.files().get(path) ?? null };
  if (source.type === 'since') return changesSince(steps, source.sequence, mirror.files()).get(path) ?? null;
  return steps[0]?.changes.get(path) ?? null;
}

interface Followed {
  /** Where its lines are now. */
  range: LineRange;
  /** Of the steps that have changed them since. */
  labels: Set<string>;
}

/** Each hunk through all that came later. */
async function followHunks(
  hunks: readonly Hunk[],
  steps: readonly PastStep[],
  path: string,
  textOf: (hash: ContentHash | null) => Promise<string | null>,
): Promise<readonly Followed[]> {
  const followed = hunks.map(
    ({ newStart, added }): Followed => ({
      range: { start: newStart, end: newStart + added.length },
      labels: new Set(),
    }),
  );
  if (followed.length === 0) return [];
  for (const { changes, label, isInEffect } of steps) {
    const change = changes.get(path);
    if (change === undefined) continue;
    const since = lineHunksOf((await textOf(change.before)) ?? '', (await textOf(change.after)) ?? '');
    for (const each of followed) {
      const { isTouched, ...range } = followRange(each.range, since);
      each.range = range;
      if (isTouched && isInEffect) each.labels.add(label);
    }
  }
  return followed;
}
