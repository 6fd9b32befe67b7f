import { expect, test } from 'vitest';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import { importProblemText } from './import-reader.ts';
import type { ImportSource } from './import-source.ts';
import { type ImportWorker, readInWorker } from './read-in-worker.ts';

const source: ImportSource = { type: 'files', name: null, files: [], skipped: [] };
const planned = { type: 'planned', plan: { name: 'Files', files: 0 } } as unknown as FromImportWorker; // Nobody reads the rest of it.

/** Answers a plan, and helps; a read it begins and never ends. */
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

function reading(processors: number, given: ImportSource = source) {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { reader: readInWorker(given, createWorker, processors), workers };
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

test('a helper that never began has no say', async () => {
  const { reader, workers } = reading(2);
  workers[1]?.die();
  await expect(reader.plan({ withIgnored: false })).resolves.toMatchObject({ name: 'Files' });
});
