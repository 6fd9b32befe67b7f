import type { Hasher } from '../../agent/contract/ports.ts';
import { saidReason } from '../../i18n/said-reason.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ImportPlan, LeftOut } from './import-plan.ts';
import { type ComingSource, ImportProblem } from './import-source.ts';
import { type MadeAhead, makeAhead } from './make-ahead.ts';
import { openSource } from './open-source.ts';
import { type HashedContent, type PackContents, packContents, type StoredContents } from './packing/pack-contents.ts';
import type { PackingHelper } from './packing/packing-help.ts';
import { type PlannedFile, planImport } from './plan-import.ts';

export interface ReadFile extends HashedContent {
  path: string;
  size: number;
  isExecutable: boolean;
}

/** Files with their contents, ready to be stored. */
export interface ReadBatch extends StoredContents {
  files: readonly ReadFile[];
}

/** Reads a source: first its plan, then its files in batches. If the source cannot be read at all, it rejects with a sentence. */
export interface ImportReader {
  plan(options: { withIgnored: boolean }): Promise<ImportPlan>;
  /**
   * Reads the files of the newest plan. Each batch is passed on after the previous one was taken. Resolves with the files that
   * turned out to be damaged.
   */
  read(take: (batch: ReadBatch) => Promise<void>): Promise<readonly LeftOut[]>;
  close(): void;
}

/** A batch ends at whichever limit is reached first. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_FILES = 250;

export interface ImportSurroundings {
  /** Other threads that compress in parallel. */
  helpers?: readonly PackingHelper[];
  /** The user's languages, preferred first. */
  languages?: readonly string[];
}

/** Reads in the calling thread. It is called in a worker so that the page is not blocked. */
export function createImportReader(
  source: ComingSource,
  hasher: Hasher,
  { helpers = [], languages = [] }: ImportSurroundings = {},
): ImportReader {
  const opening = Promise.resolve(source).then((given) => openSource(given, languages));
  opening.catch(() => undefined); // The error is reported when a plan is requested.
  let packing: MadeAhead<PackedBatch> | null = null;
  let isClosed = false;
  return {
    async plan(options) {
      const opened = await opening;
      const { plan, files } = await planImport(opened, options);
      packing?.stop();
      // Most of this happens while the user looks at the plan.
      packing = makeAhead(
        inThreads(plan.refusal === null && !plan.isSession ? [...batchesOf(files)] : [], helpers, hasher),
        bytesOf,
        AHEAD_BYTES,
      );
      return plan;
    },
    async read(take) {
      if (packing === null) throw new ImportProblem(because('Nothing was looked at yet'));
      const damaged: string[] = [];
      // The next batches are compressed while one is stored.
      let taking = Promise.resolve();
      for await (const packed of packing.items()) {
        if (isClosed) throw new ImportProblem(because('It was cancelled'));
        damaged.push(...packed.damaged);
        await taking;
        taking = take(packed);
        taking.catch(() => undefined); // The error is reported where this promise is awaited.
      }
      await taking;
      return damaged.length === 0 ? [] : [{ reason: 'damaged', files: damaged.length, examples: damaged.slice(0, 5) }];
    },
    close() {
      isClosed = true;
      packing?.stop();
      packing = null;
    },
  };
}

/** How much is compressed ahead, although it may never be wanted. In bytes. */
const AHEAD_BYTES = 32 * 1024 * 1024;

function bytesOf({ files }: PackedBatch): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

interface PackedBatch extends ReadBatch {
  /** Paths of the damaged files. */
  damaged: readonly string[];
}

/** Yields batches in order. Memory holds one batch per thread and the next one. A helper may become ready at any time. */
async function* inThreads(
  batches: readonly (readonly PlannedFile[])[],
  helpers: readonly PackingHelper[],
  hasher: Hasher,
): AsyncGenerator<PackedBatch> {
  const packing: Promise<PackedBatch>[] = [];
  let reading = readContents(batches[0] ?? []);
  for (const [index, batch] of batches.entries()) {
    const contents = await reading;
    reading = readContents(batches[index + 1] ?? []);
    const threads = [null, ...helpers.flatMap((helper) => (helper.isReady() ? [helper.pack] : []))];
    const packed = packFiles(batch, contents, { hasher, helper: threads[index % threads.length] ?? null });
    packed.catch(() => undefined); // The error is reported when this batch is reached.
    packing.push(packed);
    const first = packing.length < threads.length ? undefined : packing.shift();
    if (first !== undefined) yield await first;
  }
  for (const packed of packing) yield await packed;
}

/** The content is null for a damaged file; for a file in a folder: it is gone or cannot be read. Never rejects. */
async function readContents(batch: readonly PlannedFile[]): Promise<readonly (Uint8Array | null)[]> {
  return (await readTogether(batch).catch(() => null)) ?? Promise.all(batch.map((file) => file.read().catch(() => null)));
}

/**
 * Files per combined read; all reads of a batch run in parallel. 5,000 files take 0.8 s this way, 2.2 s with one read per batch,
 * and longer one by one.
 */
const READ_IN_ONE_GO = 64;

/**
 * Reads many files at once, because each read is a round trip to the browser process. Returns null if the files cannot be
 * combined or some have changed.
 */
async function readTogether(batch: readonly PlannedFile[]): Promise<readonly Uint8Array[] | null> {
  const blobs = batch.flatMap(({ blob }) => blob ?? []);
  if (blobs.length < batch.length) return null;
  const reading: Promise<readonly Uint8Array[] | null>[] = [];
  for (let at = 0; at < blobs.length; at += READ_IN_ONE_GO) reading.push(readInOneGo(blobs.slice(at, at + READ_IN_ONE_GO)));
  const parts = await Promise.all(reading);
  const read = parts.filter((part) => part !== null);
  return read.length < parts.length ? null : read.flat();
}

/** Bytes of the mark between two files. */
const MARK_SIZE = 16;

/**
 * A random mark separates the files. If a file has grown or shrunk since it was chosen and the browser still reads it, the marks
 * after it are out of place. Slices would also enforce the sizes, but each slice waits 0.25 ms for the browser process.
 */
async function readInOneGo(blobs: readonly Blob[]): Promise<readonly Uint8Array[] | null> {
  const mark = crypto.getRandomValues(new Uint8Array(MARK_SIZE));
  const together = new Uint8Array(await new Blob(blobs.flatMap((blob) => [blob, mark])).arrayBuffer());
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const { size } of blobs) {
    contents.push(together.subarray(at, at + size));
    at += size + MARK_SIZE;
    if (!mark.every((byte, index) => together[at - MARK_SIZE + index] === byte)) return null;
  }
  return at === together.byteLength ? contents : null;
}

async function packFiles(
  batch: readonly PlannedFile[],
  contents: readonly (Uint8Array | null)[],
  { hasher, helper }: { hasher: Hasher; helper: PackContents | null },
): Promise<PackedBatch> {
  const read = batch.flatMap((file, index) => {
    const content = contents[index] ?? null;
    return content === null ? [] : [{ file, content }];
  });
  const whole = read.map(({ content }) => content);
  const { contents: hashed, packs, blobs } = helper === null ? await packContents(whole, hasher) : await helper(whole);
  return {
    packs,
    blobs,
    files: hashed.flatMap((content, index): ReadFile[] => {
      const file = read[index]?.file;
      return file === undefined ? [] : [{ path: file.path, isExecutable: file.isExecutable, size: content.content.byteLength, ...content }];
    }),
    damaged: batch.flatMap(({ path }, index) => ((contents[index] ?? null) === null ? [path] : [])),
  };
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

/** Why a source could not be read, for code that has no translations. */
export function importProblem(error: unknown): Reason {
  if (error instanceof ImportProblem) return error.reason;
  return because('It could not be read: {error}', { error: errorMessage(error).replace(/\.$/, '') });
}

/** Why a source could not be read, as a sentence for the user. */
export function importProblemText(error: unknown): string {
  const reason = importProblem(error);
  return `${saidReason({ why: reasonText(reason), reason })}.`;
}
