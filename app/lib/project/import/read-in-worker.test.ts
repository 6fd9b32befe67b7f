import { expect, test } from 'vitest';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import { importProblemText } from './import-reader.ts';
import type { ComingSource, ImportSource } from './import-source.ts';
import { type ImportWorker, readInWorker } from './read-in-worker.ts';

const source: ImportSource = { type: 'files', name: null, files: [], skipped: [] };
const planned = { type: 'planned', plan: { name: 'Files', files: 0 } } as unknown as FromImportWorker; // The other members are not used.

/** Answers a plan request, and helps with packing; it begins a read and never ends it. */
class FakeWorker implements ImportWorker {
  onmessage: ImportWorker['onmessage'] = null;
  onerror: ImportWorker['onerror'] = null;
  readonly asked: ToImportWorker['type'][] = [];
  isEnded = false;

  postMessage(message: ToImportWorker): void {
    this.asked.push(message.type);
    if (message.type === 'help') message.port.close();
    if (message.type === 'plan') this.#say(planned);
    if (message.type === 'help') this.#say({ type: 'helping' });
  }

  terminate(): void {
    this.isEnded = true;
  }

  die(): void {
    this.onerror?.(new Event('error') as ErrorEvent);
  }

  #say(data: FromImportWorker): void {
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })));
  }
}

function reading(processors: number, given: ComingSource = source) {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { reader: readInWorker(given, createWorker, processors), workers };
}

/** `Promise.withResolvers`, which the tests' Node does not have. */
function openListing() {
  let resolve: (listed: ImportSource) => void = () => undefined;
  const promise = new Promise<ImportSource>((onResolve) => {
    resolve = onResolve;
  });
  return { promise, resolve };
}

test('a folder has as many helpers as there are processors besides the page’s, at most three; so has an archive', () => {
  const helpers = (processors: number, given?: ImportSource) => reading(processors, given).workers.length - 1;
  expect([1, 2, 4, 64].map((processors) => helpers(processors))).toEqual([0, 1, 3, 3]);
  expect(helpers(4, { type: 'zip', name: 'a.zip', file: new Blob() })).toBe(3);
});

test('a helper that dies while the user reads what was found is said when the files are wanted, not waited for', async () => {
  const { reader, workers } = reading(2);
  await reader.plan({ withIgnored: false });
  workers[1]?.die();
  expect(await reader.read(async () => undefined).then(() => 'none', importProblemText)).toMatch(/too little memory/);
  reader.close();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

test('the workers begin while the files are still listed, and are given what was found', async () => {
  const listing = openListing();
  const { reader, workers } = reading(2, listing.promise);
  const plan = reader.plan({ withIgnored: false });
  expect(workers.map(({ asked }) => asked)).toEqual([[], ['help']]);
  listing.resolve(source);
  await plan;
  expect(workers[0]?.asked).toEqual(['open', 'plan']);
});

test('files that cannot be listed are said when they are looked through', async () => {
  const { reader } = reading(1, Promise.reject(new Error('The folder is gone')));
  expect(await reader.plan({ withIgnored: false }).then(() => 'none', importProblemText)).toBe('It could not be read: The folder is gone.');
});

test('who has closed the import while the files were listed waits for nothing', async () => {
  const listing = openListing();
  const { reader } = reading(1, listing.promise);
  const plan = reader.plan({ withIgnored: false }).then(() => 'none', importProblemText);
  reader.close();
  listing.resolve(source);
  expect(await plan).toBe('It was cancelled.');
});

test('a helper that never began has no say', async () => {
  const { reader, workers } = reading(2);
  workers[1]?.die();
  await expect(reader.plan({ withIgnored: false })).resolves.toMatchObject({ name: 'Files' });
});
