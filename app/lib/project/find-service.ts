import { errorMessage } from '../protocol/error-message.ts';
import type { ProjectId } from '../protocol/ids.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FindRequest, FoundFile, FoundMatch, Workspace } from '../runtime/types.ts';
import { decodeText, encodeText } from '../search/text-file.ts';
import { $openFiles } from '../stores/files.ts';
import { $projectFind, INITIAL_PROJECT_FIND, type ProjectFindState } from '../stores/project-find.ts';
import { replaceInText } from './replace-in-text.ts';

/** What a user can do with all files at once. Answers are in `$projectFind`. */
export interface FindActions {
  findInProject(request: FindRequest): Promise<void>;
  /** Replaces what was found: these matches of these files, where they still are. */
  replaceFound(files: readonly FoundFile[]): Promise<void>;
  /** Takes the newest replacement back, in every file that has not changed since. */
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

const NOT_HERE = 'The project cannot be searched in this tab: its runtime is not running here.';

export function createFindService({ project, lockedPaths }: FindServiceDependencies): FindActions {
  /** The newest search: what an older one finds is not shown. */
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
      const text = `Taken back in ${countOf(files.length - left.length, 'file')}.${leftOut(left)}`;
      await afterChange({ text, canUndo: false });
    },
  };
}

async function findIn(workspace: Workspace, request: FindRequest) {
  const nothing = { files: [], total: 0, isCut: false };
  try {
    return (await workspace.findAll?.(request)) ?? { ...nothing, problem: NOT_HERE };
  } catch (error) {
    return { ...nothing, problem: errorMessage(error) };
  }
}

/** A replacement in several files, each written like an edit of the user's own; what cannot be is left out and named. */
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
    const missed = this.#missed === 0 ? '' : ` ${countOf(this.#missed, 'match', 'matches')} had changed meanwhile.`;
    return `Replaced ${countOf(this.#count, 'match', 'matches')} in ${countOf(this.files.length, 'file')}.${missed}${leftOut(this.#leftOut)}`;
  }

  #whyNot(path: string): string | null {
    const open = $openFiles.get().get(path);
    if (open?.isBeingWritten) return 'the agent is writing it';
    if (open !== undefined && open.text !== open.savedText) return 'it has text that is not saved';
    if (this.#locked.some((locked) => path === locked || path.startsWith(`${locked}/`))) return 'it is locked';
    return null;
  }

  async #write(path: string, matches: readonly FoundMatch[]): Promise<string | null> {
    const place = toWorkspacePath(path);
    const before = place === null ? null : decodeText(await this.#workspace.readFile(place));
    if (place === null || before === null) return 'it is not text';
    const { text: after, replaced, missed } = replaceInText(before, matches);
    this.#missed += missed;
    if (after === before) return null;
    await this.#workspace.writeFile(place, encodeText(after));
    this.#count += replaced;
    this.files.push({ path, before, after });
    return null;
  }
}

/** Why it was not; null: it was. */
async function takeBack(workspace: Workspace, { path, before, after }: ReplacedFile): Promise<string | null> {
  const place = toWorkspacePath(path);
  const open = $openFiles.get().get(path);
  if (place === null) return 'it is not there';
  if (open !== undefined && (open.isBeingWritten || open.text !== open.savedText)) return 'it has text that is not saved';
  try {
    if (decodeText(await workspace.readFile(place)) !== after) return 'it has changed since';
    await workspace.writeFile(place, encodeText(before));
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** So many are named. */
const NAMED = 3;

function leftOut(files: readonly string[]): string {
  if (files.length === 0) return '';
  const rest = files.length > NAMED ? `, and ${files.length - NAMED} more` : '';
  return ` Left out: ${files.slice(0, NAMED).join(', ')}${rest}.`;
}
