import type { FolderStore } from '../../../persistence/folder-store.ts';
import type { ContentHash, ProjectId } from '../../../protocol/ids.ts';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import type { Workspace } from '../../../runtime/types.ts';
import { wrapWorkspace } from '../../../runtime/wrap-workspace.ts';
import { hashOf, MemoryAgreements } from './memory-side.ts';

/** An open project as the synchronisation uses it: writes go to its record and to its runtime. */
export class MemoryProject {
  readonly workspace = new MemoryWorkspace();
  readonly #files = new Map<string, { hash: ContentHash; content: Uint8Array }>();
  readonly #listeners: ((path: string) => void)[] = [];
  /** All past contents of the files, oldest first, as in the journal; null if the file was removed. */
  readonly history: { path: string; text: string | null }[] = [];

  files(): ReadonlyMap<string, ContentHash> {
    return new Map([...this.#files].map(([path, { hash }]) => [path, hash]));
  }

  /** Reads a content by its hash, like a content store. */
  async read(hash: ContentHash): Promise<Uint8Array | null> {
    return [...this.#files.values()].find((file) => file.hash === hash)?.content ?? null;
  }

  onChange(listener: (path: string) => void): void {
    this.#listeners.push(listener);
  }

  workspaceWhile(isCurrent: () => boolean): Workspace {
    const current = wrapWorkspace(this.workspace, async (call) => {
      if (!isCurrent()) throw new Error('nothing is written for a project that was left');
      return call(this.workspace);
    });
    return {
      ...current,
      writeFile: async (path, content) => {
        await current.writeFile(path, content);
        this.#note(path, content);
      },
      remove: async (path) => {
        await current.remove(path);
        this.#note(path, null);
      },
    };
  }

  /** Writes like the agent, the editor or a program. */
  async write(path: string, text: string): Promise<void> {
    await this.workspaceWhile(() => true).writeFile(path as Parameters<Workspace['writeFile']>[0], new TextEncoder().encode(text));
  }

  async remove(path: string): Promise<void> {
    await this.workspaceWhile(() => true).remove(path as Parameters<Workspace['remove']>[0]);
  }

  texts(): Record<string, string> {
    return Object.fromEntries([...this.#files].map(([path, { content }]) => [path, new TextDecoder().decode(content)]));
  }

  #note(path: string, content: Uint8Array | null): void {
    this.history.push({ path, text: content === null ? null : new TextDecoder().decode(content) });
    if (content === null) this.#files.delete(path);
    else this.#files.set(path, { hash: hashOf(content), content });
    for (const listener of this.#listeners) listener(path);
  }
}

/** Stores the folder of each project, in memory. Handles keep their identity, as in a browser. */
export class MemoryFolderStore implements FolderStore {
  readonly #folders: Map<ProjectId, Parameters<FolderStore['connect']>[1]> = new Map();
  readonly #agreements = new Map<ProjectId, MemoryAgreements>();

  async load(projectId: ProjectId) {
    return this.#folders.get(projectId) ?? null;
  }

  async connect(projectId: ProjectId, folder: Parameters<FolderStore['connect']>[1]) {
    this.#folders.set(projectId, folder);
    this.#agreements.delete(projectId);
  }

  async disconnect(projectId: ProjectId) {
    this.#folders.delete(projectId);
    this.#agreements.delete(projectId);
  }

  async all() {
    return [...this.#folders].map(([projectId, folder]) => ({ projectId, folder }));
  }

  agreements(projectId: ProjectId) {
    const known = this.#agreements.get(projectId) ?? new MemoryAgreements();
    this.#agreements.set(projectId, known);
    return known;
  }
}
