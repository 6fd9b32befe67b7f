import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ProjectId } from '../protocol/ids.ts';
import type { FoundFile, FoundMatch } from '../protocol/project-facts/found-in-project.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FindRequest, Workspace } from '../runtime/types.ts';
import { decodeText, encodeText } from '../search/text-file.ts';
import { $openFiles } from '../stores/files.ts';
import { $projectFind, INITIAL_PROJECT_FIND, type ProjectFindState } from '../stores/project-find.ts';
import { replaceInText } from './replace-in-text.ts';

/** The user's actions on all files at once. Results are in `$projectFind`. */
export interface FindActions {
  findInProject(request: FindRequest): Promise<void>;
  /** Replaces the given matches wherever they are still in place. */
  replaceFound(files: readonly FoundFile[]): Promise<void>;
  /** Undoes the latest replacement in every file that has not changed since. */
  undoReplacement(): Promise<void>;
}

export interface FindServiceDependencies {
  project: {
    projectId(): ProjectId;
    workspaceWhile(isCurrent: () => boolean): Workspace;
  };
  /** Files and folders that the user has locked. */
  lockedPaths(): readonly string[];
}

interface ReplacedFile {
  path: string;
  before: string;
  after: string;
}

export function createFindService({ project, lockedPaths }: FindServiceDependencies): FindActions {
  /** Number of the newest search. Results of older ones are dropped. */
  let newest = 0;
  let request: FindRequest | null = null;
  let undoable: { projectId: ProjectId; files: readonly ReplacedFile[] } | null = null;
  const patch = (change: Partial<ProjectFindState>) => $projectFind.set({ ...$projectFind.get(), ...change });
  const here = () => {
    const projectId = project.projectId();
    const isHere = () => project.projectId() === projectId;
    return { projectId, isHere, workspace: project.workspaceWhile(isHere) };
  };
  const find = async (wanted: FindRequest) => {
    const search = ++newest;
    const { workspace, isHere } = here();
    request = wanted;
    if (wanted.query === '') return patch({ ...INITIAL_PROJECT_FIND, replaced: $projectFind.get().replaced });
    patch({ isSearching: true });
    const found = await findIn(workspace, wanted);
    if (!isHere()) $projectFind.set(INITIAL_PROJECT_FIND);
    else if (search === newest) patch({ isSearching: false, found });
  };
  const afterChange = async (replaced: ProjectFindState['replaced']) => {
    patch({ isReplacing: false, replaced });
    if (request !== null) await find(request);
  };
  return {
    findInProject: find,
    async replaceFound(files) {
      if ($projectFind.get().isReplacing) return;
      patch({ isReplacing: true });
      const { workspace, projectId } = here();
      const work = new Replacement(workspace, lockedPaths());
      for (const file of files) await work.replaceIn(file);
      if (work.files.length > 0) undoable = { projectId, files: work.files };
      await afterChange({ text: work.summary(), canUndo: work.files.length > 0 });
    },
    async undoReplacement() {
      const { workspace, projectId } = here();
      if (undoable === null || undoable.projectId !== projectId || $projectFind.get().isReplacing) return;
      const { files } = undoable;
      undoable = null;
      patch({ isReplacing: true });
      const left: string[] = [];
      for (const file of files) {
        const why = await takeBack(workspace, file);
        if (why !== null) left.push(`${file.path} (${why})`);
      }
      const done = plural(files.length - left.length, { one: 'Taken back in {count} file.', other: 'Taken back in {count} files.' });
      const text = [done, ...leftOut(left)].join(' ');
      await afterChange({ text, canUndo: false });
    },
  };
}

async function findIn(workspace: Workspace, request: FindRequest) {
  const nothing = { files: [], total: 0, isCut: false };
  try {
    return (
      (await workspace.findAll?.(request)) ?? {
        ...nothing,
        problem: t('The project cannot be searched in this tab: its runtime is not running here.'),
      }
    );
  } catch (error) {
    return { ...nothing, problem: errorMessage(error) };
  }
}

/** A replacement in several files. Each is written like an edit of the user; files that cannot be written are skipped and reported. */
class Replacement {
  readonly files: ReplacedFile[] = [];
  readonly #workspace: Workspace;
  readonly #locked: readonly string[];
  readonly #leftOut: string[] = [];
  #count = 0;
  #missed = 0;

  constructor(workspace: Workspace, locked: readonly string[]) {
    this.#workspace = workspace;
    this.#locked = locked;
  }

  async replaceIn({ path, matches }: FoundFile): Promise<void> {
    const why = this.#whyNot(path) ?? (await this.#write(path, matches).catch(errorMessage));
    if (why !== null) this.#leftOut.push(`${path} (${why})`);
  }

  summary(): string {
    const replaced = t('Replaced {matches} in {files}.', {
      matches: plural(this.#count, { one: '{count} match', other: '{count} matches' }),
      files: plural(this.files.length, { one: '{count} file', other: '{count} files' }),
    });
    const missed = plural(this.#missed, {
      one: '{count} match had changed meanwhile.',
      other: '{count} matches had changed meanwhile.',
    });
    return [replaced, ...(this.#missed === 0 ? [] : [missed]), ...leftOut(this.#leftOut)].join(' ');
  }

  #whyNot(path: string): string | null {
    const open = $openFiles.get().get(path);
    if (open?.isBeingWritten) return t('the agent is writing it');
    if (open !== undefined && open.text !== open.savedText) return t('it has text that is not saved');
    if (this.#locked.some((locked) => path === locked || path.startsWith(`${locked}/`))) return t('it is locked');
    return null;
  }

  async #write(path: string, matches: readonly FoundMatch[]): Promise<string | null> {
    const place = toWorkspacePath(path);
    const before = place === null ? null : decodeText(await this.#workspace.readFile(place));
    if (place === null || before === null) return t('it is not text');
    const { text: after, replaced, missed } = replaceInText(before, matches);
    this.#missed += missed;
    if (after === before) return null;
    await this.#workspace.writeFile(place, encodeText(after));
    this.#count += replaced;
    this.files.push({ path, before, after });
    return null;
  }
}

/** Returns why the file was not restored; null if it was. */
async function takeBack(workspace: Workspace, { path, before, after }: ReplacedFile): Promise<string | null> {
  const place = toWorkspacePath(path);
  const open = $openFiles.get().get(path);
  if (place === null) return t('it is not there');
  if (open !== undefined && (open.isBeingWritten || open.text !== open.savedText)) return t('it has text that is not saved');
  try {
    if (decodeText(await workspace.readFile(place)) !== after) return t('it has changed since');
    await workspace.writeFile(place, encodeText(before));
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** How many files are named in a notice. */
const NAMED = 3;

/** A sentence if any file was skipped, otherwise nothing. */
function leftOut(all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const files = all.slice(0, NAMED).join(', ');
  const more = all.length - NAMED;
  return [more > 0 ? t('Left out: {files}, and {more} more.', { files, more }) : t('Left out: {files}.', { files })];
}
