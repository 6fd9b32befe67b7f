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

/** Files, and their contents ready to be stored. */
export interface ReadBatch extends StoredContents {
  files: readonly ReadFile[];
}

/** Reads a source: what it holds, then its files in batches. What cannot be read at all rejects with a sentence. */
export interface ImportReader {
  plan(options: { withIgnored: boolean }): Promise<ImportPlan>;
  /** The files of the newest plan; a batch is given when the one before it has been taken. Resolves with what turned out to be damaged. */
  read(take: (batch: ReadBatch) => Promise<void>): Promise<readonly LeftOut[]>;
  close(): void;
}

/** A batch ends with whichever comes first. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_FILES = 250;

export interface ImportSurroundings {
  /** Other threads that pack meanwhile. */
  helpers?: readonly PackingHelper[];
  /** Of the user, the preferred first. */
  languages?: readonly string[];
}

/** Reads where it is called: in a worker, for the page must not wait for it. */
export function createImportReader(
  source: ComingSource,
  hasher: Hasher,
  { helpers = [], languages = [] }: ImportSurroundings = {},
): ImportReader {
  const opening = Promise.resolve(source).then((given) => openSource(given, languages));
  opening.catch(() => undefined); // Whoever plans hears of it.
  let packing: MadeAhead<PackedBatch> | null = null;
  let isClosed = false;
  return {
    async plan(options) {
      const opened = await opening;
      const { plan, files } = await planImport(opened, options);
      packing?.stop();
      // Most of it is done while the user reads what was found.
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
      // While one batch is stored the next ones are packed.
      let taking = Promise.resolve();
      for await (const packed of packing.items()) {
        if (isClosed) throw new ImportProblem(because('It was cancelled'));
        damaged.push(...packed.damaged);
        await taking;
        taking = take(packed);
        taking.catch(() => undefined); // Whoever waits for it hears of it.
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

/** What is packed before it is wanted: it may not be. Bytes. */
const AHEAD_BYTES = 32 * 1024 * 1024;

function bytesOf({ files }: PackedBatch): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

interface PackedBatch extends ReadBatch {
  /** Paths. */
  damaged: readonly string[];
}

/** In the order of the batches; as many as there are threads are in memory, and the next one. A helper may become ready meanwhile. */
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
    packed.catch(() => undefined); // Whoever comes to it hears of it.
    packing.push(packed);
    const first = packing.length < threads.length ? undefined : packing.shift();
    if (first !== undefined) yield await first;
  }
  for (const packed of packing) yield await packed;
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
