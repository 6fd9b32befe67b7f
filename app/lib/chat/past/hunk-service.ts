import { type Hunk, hunkRange } from '../../agent/calls/hunks.ts';
import { wakeEvent } from '../../agent/conversation/machine.ts';
import { t } from '../../i18n/t.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { encodeText } from '../../search/text-file.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { applyVersions } from './apply-versions.ts';
import type { ChangeSource } from './change-source.ts';
import { changeFinder, describeHunks } from './file-change.ts';
import { isSameHunk, type PastHunk, withoutHunk } from './past-hunk.ts';
import type { PastSession, UndoServiceOptions } from './undo-service.ts';
import { hunkRemark, shownHunk } from './undo-texts.ts';

/** The user's actions on single hunks. */
export interface HunkActions {
  /** Hunks of a text file that existed before and after the change, in order. */
  listHunks(source: ChangeSource, path: string): Promise<readonly PastHunk[]>;
  /** Undoes the hunk and keeps the rest of the file. Asks first (`$undoQuestion`) if these lines have changed since. */
  undoHunk(source: ChangeSource, path: string, hunk: Hunk): Promise<void>;
  /** `replace`: restores the old lines despite later changes. */
  answerHunk(answer: 'replace' | 'cancel'): Promise<void>;
}

export interface HunkServiceOptions extends UndoServiceOptions {
  mirror: Pick<ProjectMirror, 'files' | 'baseline'>;
  /** Redoes the undone change. */
  redo(sequence: number): Promise<void>;
}

interface Asked {
  source: ChangeSource;
  path: string;
  hunk: Hunk;
  /** The file's text when the question was asked. */
  now: string;
}

/** Undoes single hunks by a three-way merge: the text after the change, the current text, and the text without the hunks. */
export function createHunkService(options: HunkServiceOptions): HunkActions {
  const { session, notices, inTurn } = options;
  let asked: Asked | null = null;
  let serial = 0;

  const find = changeFinder(options);
  const undo = async (of: PastSession, source: ChangeSource, path: string, hunk: Hunk, agreed: Asked | null) => {
    if (wakeEvent(of.state().status) === null) await of.stop();
    const target = toWorkspacePath(path);
    const found = target === null || isIgnoredPath(target) ? null : await find(of, source, path);
    if (target === null || found === null) throw new Error(t('{path} is not there as text any more. Nothing was changed.', { path }));
    const merged = withoutHunk(found.texts, hunk);
    if (merged === null)
      throw new Error(t('{path} has changed since these lines were shown. Nothing was changed: look at the change again.', { path }));
    const label = `${hunkRange(hunk)} of ${path}`;
    const shown = shownHunk(hunk, path);
    const isWithout = () => void notices.info(t('The file is already without that change: there is nothing to take back.'));
    if (merged.type === 'conflict' && agreed?.now !== found.texts.now) {
      // Uses the state in the list, because comparing step by step may find that the hunk is gone where merging all later changes finds a
      // conflict.
      const listed = (await describeHunks(found)).find((each) => isSameHunk(each, hunk));
      if (listed?.state === 'gone') return isWithout();
      asked = { source, path, hunk, now: found.texts.now };
      const lines = merged.conflicts.map(({ ours, theirs }) => ({ now: ours, before: theirs }));
      return $undoQuestion.set({ type: 'hunk', serial: ++serial, label: shown, later: listed?.later ?? [], lines });
    }
    const text = merged.type === 'conflict' ? merged.withTheirs : merged.text;
    if (text === found.texts.now) return isWithout();
    const { sequence } = await options.journal.append(of.chatId, {
      type: 'steps-undone',
      steps: [found.step.sequence],
      label,
      paths: [path],
    });
    await write(target, text);
    await of.remark(hunkRemark(label, source.type === 'step' ? found.step.label : null));
    notices.info(t('Took back {lines}.', { lines: shown }), { label: t('Redo'), run: () => void options.redo(sequence) });
  };
  const write = async (path: WorkspacePath, text: string) => {
    const problem = await applyVersions([{ path, content: encodeText(text) }], options.workspace, options.mirror.files());
    if (problem !== null) throw new Error(t('{problem} Take it back again.', { problem }));
  };

  return {
    async listHunks(source, path) {
      const of = session();
      if (of === null) return [];
      const listed = await notices.guard(t('The change could not be taken apart'), async () => {
        const found = await find(of, source, path);
        return found === null ? [] : describeHunks(found);
      });
      return listed ?? [];
    },
    undoHunk: (source, path, hunk) => inTurn(t('The change was not taken back'), (of) => undo(of, source, path, hunk, null)),
    answerHunk: (answer) =>
      inTurn(t('The change was not taken back'), async (of) => {
        const agreed = asked;
        asked = null;
        $undoQuestion.set(null);
        if (agreed !== null && answer === 'replace') await undo(of, agreed.source, agreed.path, agreed.hunk, agreed);
      }),
  };
}
