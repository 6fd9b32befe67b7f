import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { contentHashSchema } from '../../../protocol/ids.ts';
import { because } from '../../../protocol/texts/reason.ts';
import { contentsIn } from '../../testing/contents-in.ts';
import { createImportReader, importProblemText, type ReadBatch } from '../import-reader.ts';
import type { ImportSource } from '../import-source.ts';
import { helperAt, helpThrough, type PackingHelper } from './packing-help.ts';

const hash = async (content: Uint8Array) => contentHashSchema.parse(createHash('sha256').update(content).digest('hex'));
const given = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`f${index}.ts`, `content ${index} `.repeat(index % 50)]));
const source: ImportSource = {
  type: 'files',
  name: null,
  files: Object.entries(given).map(([path, text]) => ({ path, file: new Blob([text]) })),
  skipped: [],
};

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** `helped` lists the contents that the helper received. */
function helping(hashThere: typeof hash = hash) {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const helped: string[] = [];
  const noted = async (content: Uint8Array) => {
    const text = new TextDecoder().decode(content);
    // A pack's name lists the hashes of its contents.
    if (!/^[0-9a-f,]{64,}$/.test(text)) helped.push(text);
    return hashThere(content);
  };
  const helper = helperAt(port2);
  return { helper, helped, begin: () => helpThrough(port1, { hash: noted }, (error) => because('{why}', { why: String(error) })) };
}

async function ready(helper: PackingHelper): Promise<void> {
  while (!helper.isReady()) await new Promise((resolve) => setImmediate(resolve));
}

async function readWith(helpers: readonly PackingHelper[]): Promise<ReadBatch[]> {
  const reader = createImportReader(source, { hash }, { helpers });
  await reader.plan({ withIgnored: false });
  const batches: ReadBatch[] = [];
  expect(await reader.read(async (batch) => void batches.push(batch))).toEqual([]);
  return batches;
}

test('another thread packs a part of the files: what comes is the same, in the same order', async () => {
  const { helper, helped, begin } = helping();
  begin();
  await ready(helper);
  const batches = await readWith([helper]);
  const stored = await contentsIn(batches);
  const files = batches.flatMap((batch) => batch.files);
  expect(files.map(({ path }) => path)).toEqual(Object.keys(given).sort());
  for (const { path, content, hash: version, size } of files) {
    const text = new TextEncoder().encode(given[path] ?? '');
    expect([new TextDecoder().decode(content), size, version]).toEqual([given[path], text.byteLength, await hash(text)]);
    expect(stored.get(version)).toEqual(text);
  }
  // Every second batch of 250.
  expect(helped).toHaveLength(500);
});

test('what is stored is in memory of its own: a database would copy the whole memory that a part is of', async () => {
  const { helper, begin } = helping();
  begin();
  await ready(helper);
  const stored = (await readWith([helper])).flatMap(({ packs, blobs }) => [...packs.map(({ bytes }) => bytes), ...blobs.values()]);
  expect(stored.length).toBeGreaterThan(0);
  for (const each of stored) {
    const bytes = each instanceof Uint8Array ? each : each.bytes;
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  }
});

test('nobody is waited for whose worker never began', async () => {
  const { helper, helped } = helping();
  expect((await readWith([helper])).flatMap(({ files }) => files)).toHaveLength(1_100);
  expect(helped).toEqual([]);
});

test('what the other thread cannot do is said, and nothing more is given', async () => {
  const { helper, begin } = helping(() => Promise.reject(new Error('out of memory')));
  begin();
  await ready(helper);
  expect(await readWith([helper]).then(() => 'none', importProblemText)).toBe('Error: out of memory.');
});
