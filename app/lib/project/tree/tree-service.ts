import { t } from '../../i18n/t.ts';
import type { ChatId } from '../../protocol/ids.ts';
import { IGNORED_FOLDERS } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { $files } from '../../stores/files.ts';
import { countText } from '../import/import-plan.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { ProjectService } from '../project-service.ts';
import type { TreeServiceDependencies } from './tree-service-dependencies.ts';
import { uploadFiles } from './upload-files.ts';

/** The user's actions on whole files and folders in the tree; each can be undone. */
export interface TreeActions {
  /** Deletes without asking: a notice offers to undo it. */
  deletePath(path: string): Promise<void>;
  /** Moves the path into another folder; '' is the root. */
  movePath(path: string, folder: string): Promise<void>;
  /** Copies files from the computer into a folder. `confirm` is called before files are replaced; true allows it. */
  uploadInto(folder: string, source: ImportSource, confirm: (question: string) => boolean): Promise<void>;
}

export function createTreeService(dependencies: TreeServiceDependencies): TreeActions {
  const { project, editor, notices, openChatId } = dependencies;
  return {
    async deletePath(path) {
      const entry = $files.get().get(path);
      const chatId = openChatId();
      const versions = project.versionsIn(path);
      const folders = foldersIn(path);
      const unkept = await unkeptIn(path, { folders, versions, workspace: project.workspace('user') });
      if (!(await editor.deletePath(path)) || entry === undefined) return;
      const count = versions.length;
      const what =
        entry.kind === 'file'
          ? t('{path} is deleted.', { path })
          : t('{path} is deleted, with {files} in it.', { path, files: countText(count) });
      const text =
        unkept.length === 0
          ? what
          : t('{what} Undo does not bring back {names}: the history does not keep it.', { what, names: namesText(unkept) });
      const isAllUnkept = entry.kind === 'file' && unkept.length > 0;
      const undo = () =>
        void notices.guard(t('{path} was not restored', { path }), async () => {
          if (chatId === null || openChatId() !== chatId)
            throw new Error(t('another chat is open; go back to its chat, where Changes restores it'));
          await restore({ path, versions, folders, chatId }, dependencies);
        });
      notices.info(text, chatId === null || isAllUnkept ? undefined : { label: t('Undo'), run: undo });
    },
    async movePath(path, folder) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const target = folder === '' ? name : `${folder}/${name}`;
      if (target === path) return;
      if (folder === path || folder.startsWith(`${path}/`)) {
        notices.error(t('{path} was not moved: it cannot be put into itself.', { path }));
        return;
      }
      if (!(await editor.renamePath(path, target))) return;
      const undo = () => void editor.renamePath(target, path);
      notices.info(
        folder === '' ? t('{name} is now in the project’s root.', { name }) : t('{name} is now in {folder}.', { name, folder }),
        { label: t('Undo'), run: undo },
      );
    },
    uploadInto: async (folder, source, confirm) =>
      void (await notices.guard(t('Nothing was uploaded'), () => uploadFiles({ folder, source, confirm }, dependencies))),
  };
}

function foldersIn(path: string): readonly string[] {
  return [...$files.get()].flatMap(([folder, { kind }]) =>
    kind === 'directory' && (folder === path || folder.startsWith(`${path}/`)) ? [folder] : [],
  );
}

/** Only this many folders, nearest to the root first, are searched for files that the history does not have. */
const FOLDERS_LOOKED_INTO = 100;
const NAMED = 3;

/** Files at or below the path that are in no history: installed packages, outputs, files that are too large. */
async function unkeptIn(
  path: string,
  { folders, versions, workspace }: { folders: readonly string[]; versions: Deleted['versions']; workspace: Pick<Workspace, 'kindOf'> },
): Promise<readonly string[]> {
  const kept = new Set(versions.map((version) => version.path));
  const files = [...$files.get()].flatMap(([file, { kind }]) =>
    kind === 'file' && !kept.has(file) && (file === path || file.startsWith(`${path}/`)) ? [file] : [],
  );
  const nearest = folders.toSorted((a, b) => a.split('/').length - b.split('/').length).slice(0, FOLDERS_LOOKED_INTO);
  const places = nearest.flatMap((folder) => [...IGNORED_FOLDERS].flatMap((name) => toWorkspacePath(`${folder}/${name}`) ?? []));
  // A folder that cannot be checked is not mentioned.
  const kinds = await Promise.all(places.map((place) => workspace.kindOf(place).catch(() => null)));
  return [...places.filter((_place, index) => kinds[index] !== null), ...files];
}

function namesText(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  const names = paths.slice(0, NAMED).join(', ');
  return rest > 0 ? t('{names} and {more} more', { names, more: rest }) : names;
}

interface Deleted {
  path: string;
  versions: ReturnType<ProjectService['versionsIn']>;
  folders: readonly string[];
  chatId: ChatId;
}

/** Restores from the project's history, which keeps the contents: even large files need no copy in memory. */
async function restore(
  { path, versions, folders, chatId }: Deleted,
  { project, batches }: Pick<TreeServiceDependencies, 'project' | 'batches'>,
): Promise<void> {
  const workspace = project.workspace('user');
  const own = toWorkspacePath(path);
  if (own === null || (await workspace.kindOf(own)) !== null) throw new Error(t('there is something of that name again'));
  for (const folder of folders) {
    const place = toWorkspacePath(folder);
    const isEmpty = !versions.some((version) => version.path.startsWith(`${folder}/`));
    if (place !== null && isEmpty) await workspace.makeDirectory(place);
  }
  if (versions.length > 0) await project.takeAll(versions, (events) => batches.appendAll(chatId, events));
}
