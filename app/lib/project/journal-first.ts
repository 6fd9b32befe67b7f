import { type PlacedContent, type Workspace, WorkspaceError, type WorkspaceErrorCode, type WorkspacePath } from '../runtime/types.ts';
import { wrapWorkspace } from '../runtime/wrap-workspace.ts';
import type { KnownFiles } from './known-files.ts';

export type Author = 'agent' | 'user' | 'runtime';

/** A write that is already in the journal and about to happen. */
interface Intent {
  readonly paths: readonly string[];
  /** The result may differ from the intent, so the journal checks the file afterwards. */
  isDoubtful: boolean;
}

type Intents = ReturnType<typeof createIntents>;

export function createIntents() {
  const open = new Set<Intent>();
  return {
    open,
    /** From the missing paths, keeps those without a pending write; the others are checked after their write. */
    without(paths: readonly string[]): readonly string[] {
      const intended = new Set<string>();
      for (const intent of open) {
        const here = paths.filter((path) => intent.paths.includes(path));
        if (here.length > 0) intent.isDoubtful = true;
        for (const path of here) intended.add(path);
      }
      return paths.filter((path) => !intended.has(path));
    },
  };
}

export interface MirrorWriter {
  record(path: string, content: PlacedContent, by: Author, place?: string): Promise<void>;
  forgetAll(paths: readonly string[], by: Author): Promise<void>;
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  known(): KnownFiles;
  intents: Intents;
}

/**
 * A workspace that journals each write before it happens. A write through a link that leads out of the project changes none of
 * its files, so it is not journaled.
 */
export function journalFirst(workspace: Workspace, by: Author, { record, forgetAll, enqueue, known, intents }: MirrorWriter): Workspace {
  const { notePlace, noteWrite, noteMove, forget } = createNotes(workspace, by, { record, forgetAll, known });
  const learn = (paths: readonly string[]) =>
    enqueue(async () => {
      for (const path of paths) {
        // If the runtime does not answer, the journal stays unchanged.
        const content = await placedAt(path, workspace).catch(() => null);
        // `none` may be a folder: each affected file in it is in `paths` itself.
        if (content === 'none') await forgetAll(known().fileAt(path), by);
        else if (content !== null) await record(path, content, by);
      }
    });
  /**
   * Journals with `note` before `work` runs. A refused write did not happen, and a doubtful one may have happened elsewhere: then
   * the journal reads the files again.
   */
  const journalled = async (note: () => Promise<Intent>, work: () => Promise<void>, isDone = async () => true) => {
    const intent = await enqueue(async () => {
      const noted = await note();
      intents.open.add(noted);
      return noted;
    });
    try {
      await work();
      if (intent.paths.length > 0 && !(await isDone())) intent.isDoubtful = true;
    } catch (error) {
      intent.isDoubtful = true;
      throw error;
    } finally {
      intents.open.delete(intent);
      if (intent.isDoubtful) await learn(intent.paths);
    }
  };
  /** A link that the watch has not reported yet may have pointed at the old name itself. */
  const isGone = async (path: WorkspacePath) => (await workspace.kindOf(path).catch(() => null)) === null;
  return {
    ...wrapWorkspace(workspace, (call) => call(workspace)),
    writeFile: (path, content) =>
      journalled(
        () => noteWrite(path, known().writtenAt(path), content),
        () => workspace.writeFile(path, content),
      ),
    makeLink: (path, linkTo) =>
      journalled(
        () => noteWrite(path, known().replacedAt(path), { linkTo }),
        () => workspace.makeLink(path, linkTo),
      ),
    remove: (path) =>
      journalled(
        () => notePlace(path, known().replacedAt(path), forget),
        () => workspace.remove(path),
      ),
    rename: (from, to) =>
      journalled(
        () => noteMove(from, to),
        () => workspace.rename(from, to),
        () => isGone(from),
      ),
  };
}

/** Journals each write, removal or rename, unless it is known to have no effect. */
function createNotes(workspace: Workspace, by: Author, { record, forgetAll, known }: Pick<MirrorWriter, 'record' | 'forgetAll' | 'known'>) {
  const forget = (path: string) => forgetAll(known().in(path), by);
  const move = async (from: string, to: string) => {
    for (const file of known().in(from)) {
      const content = await placedAt(file, workspace);
      if (content !== 'none') await record(to + file.slice(from.length), content, by, file);
    }
    await forget(from);
  };
  /** The watch reports late: a link that was followed may already be gone, so another file may have been written. Hence doubtful. */
  const notePlace = async (path: string, place: string | null, note: (place: string) => Promise<void>): Promise<Intent> => {
    if (place === null) return nothing();
    const paths = [place, ...known().below(place)];
    await note(place);
    return { paths, isDoubtful: place !== path };
  };
  /** A write that will be refused is not journaled first: if the page ended in between, the existing file would be lost. */
  const noteWrite = (path: string, place: string | null, content: PlacedContent): Promise<Intent> =>
    place !== null && known().isRefused(place)
      ? Promise.resolve({ paths: [place], isDoubtful: true })
      : notePlace(path, place, (checked) => record(checked, content, by));
  const noteMove = async (from: string, to: string): Promise<Intent> => {
    const [source, target] = [known().replacedAt(from), known().replacedAt(to)];
    // A rename to the same name changes nothing.
    if (source === null || target === null || source === target) return nothing();
    const files = known().in(source);
    const paths = [...files, ...files.map((file) => target + file.slice(source.length))];
    const isFolder = known().below(source).length > 0;
    if (known().isRefused(target) || target.startsWith(`${source}/`) || (isFolder && known().versions.has(target)))
      return { paths, isDoubtful: true };
    await move(source, target);
    return { paths, isDoubtful: source !== from || target !== to };
  };
  return { notePlace, noteWrite, noteMove, forget };
}

const nothing = (): Intent => ({ paths: [], isDoubtful: false });
const NO_FILE = new Set<WorkspaceErrorCode>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP']);

/** `none`: neither a file nor a link is there. */
function placedAt(path: string, workspace: Pick<Workspace, 'readUnfollowed'>): Promise<PlacedContent | 'none'> {
  return workspace.readUnfollowed(path as WorkspacePath).catch((error: unknown) => {
    if (error instanceof WorkspaceError && NO_FILE.has(error.code)) return 'none';
    throw error;
  });
}
