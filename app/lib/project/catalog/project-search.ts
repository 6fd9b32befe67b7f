import type { JournalStore, StoredChat } from '../../persistence/journal-store.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectStore } from '../../persistence/project-store.ts';
import { excerptOf, newestExcerpt } from '../../persistence/search-chats.ts';
import type { ContentHash, ProjectId } from '../../protocol/ids.ts';
import { decodeText } from '../../search/text-file.ts';

/** One place in a project where the search words were found. */
export interface ProjectHit {
  projectId: ProjectId;
  /** The chat in which it was said, or the file that contains it. */
  place: { type: 'chat'; title: string } | { type: 'file'; path: string };
  excerpt: string;
}

/** `onHits` receives hits in batches. */
export type SearchProjects = (query: string, onHits: (hits: readonly ProjectHit[]) => void, signal: AbortSignal) => Promise<void>;

export interface SearchedStores {
  projects: Pick<ProjectStore, 'list'>;
  journal: Pick<JournalStore, 'listChats' | 'load'>;
  files: ProjectFileStore;
}

/** Larger files are data, and would take as long as all other files together. In bytes. */
const LARGEST = 1024 * 1024;
/** A project appears at most once for its chats, and with at most this many files. */
const MOST_FILES = 3;

/** Searches the chats and files of every project that is not deleted, newest first. */
export async function searchProjects(query: string, stores: SearchedStores, onHit: (hit: ProjectHit) => void): Promise<void> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return;
  const chats = await stores.journal.listChats();
  // Projects made from the same template share most contents: each content is searched only once.
  const seen = new Map<ContentHash, string | null>();
  for (const { projectId, deletedAt } of await stores.projects.list()) {
    if (deletedAt !== null) continue;
    const said = await inChats(
      chats.filter((chat) => chat.projectId === projectId),
      wanted,
      stores,
    );
    if (said !== null) onHit({ projectId, ...said });
    for await (const found of inFiles(projectId, wanted, stores.files, seen)) onHit({ projectId, ...found });
  }
}

async function inChats(
  chats: readonly StoredChat[],
  wanted: string,
  { journal }: SearchedStores,
): Promise<Omit<ProjectHit, 'projectId'> | null> {
  for (const { chatId, title } of chats) {
    const { records } = await journal.load(chatId);
    const excerpt = newestExcerpt(
      records.map(({ event }) => event),
      wanted,
    );
    if (excerpt !== null) return { place: { type: 'chat', title }, excerpt };
  }
  return null;
}

async function* inFiles(
  projectId: ProjectId,
  wanted: string,
  files: ProjectFileStore,
  seen: Map<ContentHash, string | null>,
): AsyncGenerator<Omit<ProjectHit, 'projectId'>> {
  let count = 0;
  for (const { path, hash, size } of await files.list(projectId)) {
    if (size > LARGEST) continue;
    const excerpt = seen.has(hash) ? (seen.get(hash) ?? null) : await excerptIn(hash, wanted, files);
    seen.set(hash, excerpt);
    if (excerpt === null && !path.toLowerCase().includes(wanted)) continue;
    yield { place: { type: 'file', path }, excerpt: excerpt ?? '' };
    count += 1;
    if (count === MOST_FILES) return;
  }
}

async function excerptIn(hash: ContentHash, wanted: string, files: ProjectFileStore): Promise<string | null> {
  const content = await files.read(hash);
  const text = content === null ? null : decodeText(content);
  const at = text === null ? -1 : text.toLowerCase().indexOf(wanted);
  return text === null || at === -1 ? null : excerptOf(text, at, wanted.length);
}
