import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { type DirectoryEntry, type Workspace, WorkspaceError, type WorkspacePath } from '../../../runtime/types.ts';

/** The maximum number of links that Linux follows; a longer chain leads nowhere. */
const MOST_FOLLOWED = 40;

export interface PlacesBehindLinks {
  /** The location of each link along the path, and the final target. */
  places: readonly string[];
  /** The path leaves the project or follows an absolute link, so its target is unknown. */
  leavesProject: boolean;
}

/** Follows the symbolic links of a path. It caches directory listings, so use it for a single look at the project. */
export class LinkReader {
  readonly #workspace: Workspace;
  readonly #listed = new Map<string, Promise<readonly DirectoryEntry[]>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async placesBehind(path: string): Promise<PlacesBehindLinks> {
    const waiting = path.split('/').reverse();
    const reached: string[] = [];
    const places: string[] = [];
    let followed = 0;
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (reached.pop() === undefined) return { places, leavesProject: true };
        continue;
      }
      const entry = await this.#entry(reached.join('/'), part);
      reached.push(entry?.name ?? part);
      if (entry?.isLink !== true) continue;
      followed++;
      places.push(reached.join('/'));
      const target = followed > MOST_FOLLOWED ? null : await this.#target(reached.join('/'));
      if (target === null) return { places, leavesProject: false };
      if (target.startsWith('/')) return { places, leavesProject: true };
      reached.pop();
      waiting.push(...target.split('/').reverse());
    }
    return { places: followed === 0 ? places : [...places, reached.join('/')], leavesProject: false };
  }

  /** Finds an entry; a case-insensitive file system may resolve names of different case to it. */
  async #entry(folder: string, name: string): Promise<DirectoryEntry | undefined> {
    const entries = await this.#entries(folder);
    return (
      entries.find((each) => each.name === name) ?? entries.find((each) => each.name.toLowerCase() === name.toLowerCase() && each.isLink)
    );
  }

  #entries(folder: string): Promise<readonly DirectoryEntry[]> {
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    const place = toWorkspacePath(folder);
    const entries = place === null ? Promise.resolve([]) : this.#list(place);
    this.#listed.set(folder, entries);
    return entries;
  }

  async #list(folder: WorkspacePath): Promise<readonly DirectoryEntry[]> {
    try {
      return await this.#workspace.readDirectory(folder);
    } catch (error) {
      if (error instanceof WorkspaceError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
      throw error;
    }
  }

  async #target(link: string): Promise<string | null> {
    const place = toWorkspacePath(link);
    const content = place === null ? null : await this.#workspace.readUnfollowed(place);
    return content !== null && 'linkTo' in content ? content.linkTo : null;
  }
}
