import type { Hasher } from '../../agent/ports.ts';
import { saidReason } from '../../i18n/said-reason.ts';
import { deflateNatively, packBlob, type StoredBlob } from '../../persistence/blob-codec.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ImportPlan, LeftOut } from './import-plan.ts';
import { ImportProblem, type ImportSource } from './import-source.ts';
import { openSource } from './open-source.ts';
import { type PlannedFile, type PlannedImport, planImport } from './plan-import.ts';

/** A file with its content, ready to be stored. */
export interface ReadFile {
  path: string;
  hash: ContentHash;
  size: number;
  /** As it is stored. */
  blob: StoredBlob;
  isExecutable: boolean;
}

/** Reads a source: what it holds, then its files in batches. What cannot be read at all rejects with a sentence. */
export interface ImportReader {
  plan(options: { withIgnored: boolean }): Promise<ImportPlan>;
  /** The files of the newest plan; a batch is given when the one before it has been taken. Resolves with what turned out to be damaged. */
  read(take: (batch: readonly ReadFile[]) => Promise<void>): Promise<readonly LeftOut[]>;
  close(): void;
}

/** A batch ends with whichever comes first. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_FILES = 250;

/** Reads where it is called: in a worker, for the page must not wait for it. */
export function createImportReader(source: ImportSource, hasher: Hasher): ImportReader {
  const opening = openSource(source);
  opening.catch(() => undefined); // Whoever plans hears of it.
  let planned: PlannedImport | null = null;
  let isClosed = false;
  return {
    async plan(options) {
      const opened = await opening;
      planned = await planImport(opened, options);
      return planned.plan;
    },
    async read(take) {
      if (planned === null) throw new ImportProblem(because('Nothing was looked at yet'));
      const damaged: string[] = [];
      // While one batch is stored the next one is packed, and the one after it read.
      let taking = Promise.resolve();
      const batches = [...batchesOf(planned.files)];
      let reading = readContents(batches[0] ?? []);
      for (const [index, batch] of batches.entries()) {
        if (isClosed) throw new ImportProblem(because('It was cancelled'));
        const contents = await reading;
        reading = readContents(batches[index + 1] ?? []);
        const packed = await packFiles(batch, contents, hasher);
        for (const [at, file] of packed.entries()) if (file === null) damaged.push(batch[at]?.path ?? '');
        await taking;
        taking = take(packed.filter((file) => file !== null));
        taking.catch(() => undefined); // Whoever waits for it hears of it.
      }
      await taking;
      return damaged.length === 0 ? [] : [{ reason: 'damaged', files: damaged.length, examples: damaged.slice(0, 5) }];
    },
    close() {
      isClosed = true;
      planned = null;
    },
  };
}

/** null: it is damaged. Of a folder: it is gone, or may not be read. Never rejects. */
async function readContents(batch: readonly PlannedFile[]): Promise<readonly (Uint8Array | null)[]> {
  return (await readTogether(batch).catch(() => null)) ?? Promise.all(batch.map((file) => file.read().catch(() => null)));
}

/** Files that are read in one go, and as many of those side by side as a batch has: 5,000 take 0.8 s so, one batch in one go 2.2 s, each alone more. */
const READ_IN_ONE_GO = 64;

/** Each read of a file is a way to the browser's process that has it: many in one go. null: they are not such files, or some have changed. */
async function readTogether(batch: readonly PlannedFile[]): Promise<readonly Uint8Array[] | null> {
  const blobs = batch.flatMap(({ blob }) => blob ?? []);
  if (blobs.length < batch.length) return null;
  const reading: Promise<readonly Uint8Array[] | null>[] = [];
  for (let at = 0; at < blobs.length; at += READ_IN_ONE_GO) reading.push(readInOneGo(blobs.slice(at, at + READ_IN_ONE_GO)));
  const parts = await Promise.all(reading);
  const read = parts.filter((part) => part !== null);
  return read.length < parts.length ? null : read.flat();
}

/** Bytes between two files. */
const MARK_SIZE = 16;

/**
 * Between the files is a mark that none of them can know: a file that has become longer or shorter since it was chosen, and that the
 * browser reads all the same, moves the marks behind it. Slices would keep each to its size as well, but each slice waits 0.25 ms for the
 * browser's other process.
 */
async function readInOneGo(blobs: readonly Blob[]): Promise<readonly Uint8Array[] | null> {
  const mark = crypto.getRandomValues(new Uint8Array(MARK_SIZE));
  const together = new Uint8Array(await new Blob(blobs.flatMap((blob) => [blob, mark])).arrayBuffer());
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const { size } of blobs) {
    // Memory of its own, which can be given away.
    contents.push(together.slice(at, at + size));
    at += size + MARK_SIZE;
    if (!mark.every((byte, index) => together[at - MARK_SIZE + index] === byte)) return null;
  }
  return at === together.byteLength ? contents : null;
}

async function packFiles(
  batch: readonly PlannedFile[],
  contents: readonly (Uint8Array | null)[],
  hasher: Hasher,
): Promise<(ReadFile | null)[]> {
  const hashes = await Promise.all(contents.map((content) => (content === null ? null : hasher.hash(content))));
  const packed: (ReadFile | null)[] = [];
  // One after the other: each of the compressors takes a quarter of a megabyte, and hundreds at once are half as fast.
  for (const [at, { path, isExecutable, deflated }] of batch.entries()) {
    const content = contents[at] ?? null;
    const hash = hashes[at] ?? null;
    if (content === null || hash === null) packed.push(null);
    else {
      const blob = await packBlob(content, deflated ?? (() => deflateNatively(content)));
      packed.push({ path, hash, size: content.byteLength, blob, isExecutable });
    }
  }
  return packed;
}

function* batchesOf(files: readonly PlannedFile[]): Generator<PlannedFile[]> {
  let batch: PlannedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= BATCH_FILES || bytes + file.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

/** Why a source could not be read, from where there is no language. */
export function importProblem(error: unknown): Reason {
  if (error instanceof ImportProblem) return error.reason;
  return because('It could not be read: {error}', { error: errorMessage(error).replace(/\.$/, '') });
}

/** For the user: why a source could not be read. */
export function importProblemText(error: unknown): string {
  const reason = importProblem(error);
  return `${saidReason({ why: reasonText(reason), reason })}.`;
}
