import type { Hasher } from '../../agent/contract/ports.ts';
import { packBlob, type StoredBlob } from '../../persistence/blob-codec.ts';
import type { ProjectBatches } from '../../persistence/project-batches.ts';
import { linkVersion } from '../../protocol/files/file-version.ts';
import type { ChatId, ContentHash } from '../../protocol/ids.ts';
import type { FileRecordEvent } from '../../protocol/journal-event.ts';
import type { PlacedContent } from '../../runtime/types.ts';
import type { KnownFiles } from '../known-files.ts';

/** A file or symbolic link in a folder. `content` is null if it exists but is not read, as may be everything below it. */
export interface FoundFile {
  path: string;
  content: PlacedContent | null;
}

export type FolderBatches = Pick<ProjectBatches, 'keepContents' | 'appendAll'>;

interface Recorded {
  chat: ChatId | null;
  known: KnownFiles;
  /** The files at the start of the newest task. */
  baseline: Map<string, ContentHash>;
  hasher: Hasher;
  batches: FolderBatches;
  take(event: FileRecordEvent): void;
}

/** Contents stored by one transaction, in bytes. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Records how a folder differs from what is known of it: all files are journaled, or none. The differences belong to no task, because they
 * were made elsewhere.
 */
export async function recordFolder(
  files: AsyncIterable<FoundFile>,
  { chat, known, baseline, hasher, batches, take }: Recorded,
): Promise<void> {
  if (chat === null) throw new Error('A folder is recorded in a chat, and none is open.');
  const inherited = { by: 'user', isInherited: true } as const;
  const gone = new Set(known.versions.keys());
  const changed: FileRecordEvent[] = [];
  const contents = createContents(batches);
  for await (const { path, content } of files) {
    gone.delete(path);
    if (content === null) {
      for (const below of known.below(path)) gone.delete(below);
      continue;
    }
    const before = known.versions.get(path) ?? null;
    const [hash, size] =
      content instanceof Uint8Array ? [await hasher.hash(content), content.byteLength] : [linkVersion(content.linkTo), 0];
    if (hash === null || hash === before) continue;
    if (content instanceof Uint8Array) await contents.add(hash, content);
    changed.push({ type: 'file-changed', path, hash, size, before, ...inherited });
  }
  await contents.keep();
  // Removals first: a folder may have replaced a file, and a file a folder.
  const removed = [...gone].map((path): FileRecordEvent => ({ type: 'file-removed', path, ...before(known, path), ...inherited }));
  const events = [...removed, ...changed];
  await batches.appendAll(chat, events);
  for (const event of events) {
    noteChange(baseline, event);
    take(event);
  }
}

export function noteChange(files: Map<string, ContentHash>, event: FileRecordEvent): void {
  if (event.type === 'file-changed') files.set(event.path, event.hash);
  else files.delete(event.path);
}

function before(known: KnownFiles, path: string): { before?: ContentHash } {
  const hash = known.versions.get(path);
  return hash === undefined ? {} : { before: hash };
}

function createContents(batches: Pick<ProjectBatches, 'keepContents'>) {
  let waiting = new Map<ContentHash, StoredBlob>();
  let bytes = 0;
  const keep = async () => {
    if (waiting.size > 0) await batches.keepContents(waiting);
    waiting = new Map();
    bytes = 0;
  };
  return {
    keep,
    async add(hash: ContentHash, content: Uint8Array) {
      waiting.set(hash, await packBlob(content));
      bytes += content.byteLength;
      if (bytes > BATCH_BYTES) await keep();
    },
  };
}
