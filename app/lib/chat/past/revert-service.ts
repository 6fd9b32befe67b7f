import { wakeEvent } from '../../agent/conversation/machine.ts';
import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { applyVersions, type FileDifference, placedContent } from './apply-versions.ts';
import type { HunkServiceOptions } from './hunk-service.ts';
import type { PastSession } from './undo-service.ts';
import { revertRemark } from './undo-texts.ts';

/** The user's actions on whole files that the newest task changed. */
export interface RevertActions {
  /** Restores files to their state before the newest task; without `paths`, all changed files. */
  revertTask(paths?: readonly string[]): Promise<void>;
}

/** As with every restore, it is journaled first, the agent is informed, and Redo reverses it. */
export function createRevertService(options: HunkServiceOptions): RevertActions {
  const { inTurn, notices, mirror, store } = options;
  const before = async (name: string): Promise<FileDifference | null> => {
    const path = toWorkspacePath(name);
    if (path === null || isIgnoredPath(path)) return null;
    const hash = mirror.baseline().get(name);
    const content = hash === undefined ? null : await placedContent(hash, store.read);
    if (hash !== undefined && content === null)
      throw new Error(t("the content of {path} at that time is missing from this browser's storage. Nothing was changed.", { path: name }));
    return { path, content };
  };
  const revert = async (of: PastSession, paths: readonly string[] | undefined) => {
    if (wakeEvent(of.state().status) === null) await of.stop();
    const changed = (await options.taskChanges()).map(({ path }) => path);
    const found = await Promise.all((paths === undefined ? changed : changed.filter((path) => paths.includes(path))).map(before));
    const files = found.filter((file) => file !== null);
    const touched = new Set<string>(files.map(({ path }) => path));
    const steps = (await options.past(of.chatId)).steps.filter(({ changes }) => [...changes.keys()].some((path) => touched.has(path)));
    if (files.length === 0 || steps.length === 0) return void notices.info(t('The files are as they were before this task already.'));
    const label = files.length === 1 ? `the changes of ${files[0]?.path}` : `the changes of ${files.length} files`;
    const { sequence } = await options.journal.append(of.chatId, {
      type: 'steps-undone',
      steps: steps.map((step) => step.sequence),
      label,
      paths: [...touched],
    });
    const problem = await applyVersions(files, options.workspace, mirror.files());
    await of.remark(revertRemark(files));
    if (problem !== null) throw new Error(t('{problem} Revert it again to do the rest.', { problem }));
    const [first, ...others] = files;
    const message =
      first !== undefined && others.length === 0
        ? t('Took back the changes of {path}.', { path: first.path })
        : plural(files.length, { one: 'Took back the changes of {count} file.', other: 'Took back the changes of {count} files.' });
    notices.info(message, { label: t('Redo'), run: () => void options.redo(sequence) });
  };
  return { revertTask: (paths) => inTurn(t('The changes were not taken back'), (of) => revert(of, paths)) };
}
