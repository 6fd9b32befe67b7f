import type { Hasher } from '../../agent/ports.ts';
import { packBlob, type StoredBlob } from '../../persistence/blob-codec.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ContentHash } from '../../protocol/ids.ts';
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
      if (planned === null) throw new ImportProblem('Nothing was looked at yet');
      const damaged: string[] = [];
      // While one batch is stored the next one is read.
      let taking = Promise.resolve();
      for (const batch of batchesOf(planned.files)) {
        if (isClosed) throw new ImportProblem('It was cancelled');
        const files = await Promise.all(batch.map((file) => readFile(file, hasher)));
        for (const file of files) if ('damagedPath' in file) damaged.push(file.damagedPath);
        await taking;
        taking = take(files.flatMap((file) => ('damagedPath' in file ? [] : [file])));
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

async function readFile(file: PlannedFile, hasher: Hasher): Promise<ReadFile | { damagedPath: string }> {
  const content = await file.read().catch(() => null); // Of a folder: it is gone, or may not be read.
  if (content === null) return { damagedPath: file.path };
  const hash = await hasher.hash(content);
  return { path: file.path, hash, size: content.byteLength, blob: await packBlob(content), isExecutable: file.isExecutable };
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

/** For the user: why a source could not be read. */
export function importProblemText(error: unknown): string {
  return error instanceof ImportProblem ? `${error.message}.` : `It could not be read: ${errorMessage(error)}`;
}
