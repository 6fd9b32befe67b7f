import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore, type ProjectFileStore } from '../persistence/project-file-store.ts';
import { linkVersion } from '../protocol/files/file-version.ts';
import { type ChatId, chatIdSchema, projectIdSchema } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import { answerSessionWorker } from './answer-session-worker.ts';
import type { FromSessionWorker } from './session-file-messages.ts';
import { createSessionFileService } from './session-file-service.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const first = chatIdSchema.parse('first-chat');

let journal: JournalStore;
let store: ProjectFileStore;
let problems: string[];
let open: ChatId | null;

beforeEach(openStores);

async function openStores() {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  let time = 1_000;
  journal = createJournalStore(database, () => time++);
  store = createProjectFileStore(database);
  problems = [];
  open = first;
}

/** `made`: what a stranger's file says beyond what is exported. */
function service(made: (message: FromSessionWorker) => FromSessionWorker = (message) => message) {
  let id = 0;
  return createSessionFileService({
    openChatId: () => open,
    settled: async () => undefined,
    journal,
    store,
    ids: { next: () => `imported-${++id}` },
    notices: {
      guard: (what, work) =>
        work().catch((error: Error) => {
          problems.push(`${what}: ${error.message}`);
          return null;
        }),
    },
    work: async (message) => made(await answerSessionWorker(message, webCryptoHasher)),
    onImported: async () => undefined,
  });
}

async function write(path: string, text: string) {
  await journal.appendFile(first, { path, content: bytes(text), hash: await webCryptoHasher.hash(bytes(text)), by: 'agent' });
}

const begin = () => journal.append(first, { type: 'chat-created', title: 'Shop', projectId: projectIdSchema.parse('own-project') });
const said = (id: string, text: string): JournalEvent => ({
  type: 'user-message',
  message: { id, role: 'user', parts: [{ type: 'text', text }] },
  mode: 'agent',
});

async function exported(withSecrets = false): Promise<Uint8Array> {
  const session = (await service().exportSession(withSecrets)) ?? expect.unreachable(problems.join());
  return new Uint8Array(await session.blob.arrayBuffer());
}

describe('a session file', () => {
  test('takes symbolic links along as links, also one where keys would be, and names the version that older apps do not read', async () => {
    const target = linkVersion('../shared/b') ?? expect.unreachable();
    const link = (path: string): JournalEvent => ({ type: 'file-changed', path, hash: target, size: 11, by: 'runtime', before: null });
    await begin();
    await write('.env', 'SECRET=a-long-secret-value');
    expect(JSON.parse(new TextDecoder().decode(unzipSync(await exported())['devonz-session.json']))).toMatchObject({ version: 1 });
    await journal.append(first, link('a'));
    await journal.append(first, link('.env.local'));
    const archive = await exported();
    expect(JSON.parse(new TextDecoder().decode(unzipSync(archive)['devonz-session.json']))).toMatchObject({ version: 2, gone: [] });
    await journal.append(first, { type: 'file-removed', path: 'a', by: 'user' });
    const changedByUser = await exported();
    expect(JSON.parse(new TextDecoder().decode(unzipSync(changedByUser)['devonz-session.json']))).toMatchObject({ version: 3 });
    const read = (await service().readSessionFile(new Blob([archive as Uint8Array<ArrayBuffer>]))) ?? expect.unreachable(problems.join());
    const imported = (await read.import(true)) ?? expect.unreachable();
    const files = await store.list((await journal.projectOf(imported)) ?? expect.unreachable());
    expect(files.filter(({ path }) => path !== '.env').map(({ path, hash }) => [path, hash])).toEqual([
      ['.env.local', target],
      ['a', target],
    ]);
  });

  test('leads to no machine, whatever a stranger has written into it', async () => {
    await begin();
    const place = { machineId: 'a1b2c3d4e5f6a7b8', user: 'eve', host: 'server', home: '/home/eve', folder: '/home/eve' };
    const forged = service((message) => {
      if (message.type !== 'read' || !message.reading.ok) return message;
      const { session } = message.reading;
      const [created, ...rest] = session.records;
      if (created?.event.type !== 'chat-created') return expect.unreachable();
      const records = [{ ...created, event: { ...created.event, place } }, ...rest];
      return { ...message, reading: { ...message.reading, session: { ...session, records } } };
    });
    const archive = await exported();
    const read = (await forged.readSessionFile(new Blob([archive as Uint8Array<ArrayBuffer>]))) ?? expect.unreachable(problems.join());
    const imported = (await read.import(true)) ?? expect.unreachable();
    const [first] = (await journal.load(imported)).records;
    expect(first?.event).toMatchObject({ type: 'chat-created', title: 'Shop' });
    expect(first?.event).not.toHaveProperty('place');
  });

  test('takes a chat with every version of its files to another browser, where exporting it gives the same bytes', async () => {
    await begin();
    await journal.append(first, said('m1', 'Build a shop'));
    await write('src/a.ts', 'one');
    await write('src/a.ts', 'two');
    await write('gone.txt', 'gone');
    await journal.append(first, { type: 'file-removed', path: 'gone.txt', by: 'agent' });
    const archive = await exported();
    vi.stubGlobal('indexedDB', new IDBFactory());
    const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
    journal = createJournalStore(database, () => 9_999);
    store = createProjectFileStore(database);
    const read = (await service().readSessionFile(new Blob([archive.slice()]))) ?? expect.unreachable(problems.join());
    expect(read.session.header.title).toBe('Shop');
    open = await read.import(true);
    const chat = open ?? expect.unreachable();
    expect((await journal.listChats()).map(({ title, createdAt }) => ({ title, createdAt }))).toEqual([
      { title: 'Shop', createdAt: 1_000 },
    ]);
    const project = (await journal.projectOf(chat)) ?? expect.unreachable();
    expect(project).not.toBe('own-project');
    const [file] = await store.list(project);
    expect(file?.path).toBe('src/a.ts');
    expect(file && new TextDecoder().decode((await store.read(file.hash)) ?? bytes(''))).toBe('two');
    expect(await exported()).toEqual(archive);
  });

  test('of somebody else marks its chat as foreign, which exporting it again does not pass on', async () => {
    await begin();
    const archive = await exported();
    const read = (await service().readSessionFile(new Blob([archive.slice()]))) ?? expect.unreachable();
    open = await read.import(false);
    const loaded = await journal.load(open ?? expect.unreachable());
    expect(loaded.records[0]?.event).toMatchObject({ type: 'chat-created', isForeign: true });
    expect(await exported()).toEqual(archive);
  });

  test('holds no key of a secret file, neither there nor where it was printed or copied to', async () => {
    await begin();
    const key = 'sk-canary-0123456789abcdef';
    await write('.env', `OPENAI_API_KEY="${key}"\nPORT=3000\n`);
    await write('copy.txt', `the key is ${key}\n`);
    await journal.append(first, said('m1', `use ${key} on port 3000`));
    const archive = await exported();
    const entries = Object.values(unzipSync(archive)).map((entry) => new TextDecoder().decode(entry));
    expect(entries.filter((entry) => entry.includes(key))).toEqual([]);
    expect(entries.filter((entry) => entry.includes('on port 3000'))).toHaveLength(1);
    expect(JSON.parse(entries[0] ?? '')).toMatchObject({ withoutSecretsOf: ['.env'] });
    const read = (await service().readSessionFile(new Blob([archive.slice()]))) ?? expect.unreachable(problems.join());
    open = await read.import(true);
    expect(await exported()).toEqual(archive);
    open = first;
    const whole = Object.values(unzipSync(await exported(true))).map((entry) => new TextDecoder().decode(entry));
    expect(whole.filter((entry) => entry.includes(key)).length).toBeGreaterThan(2);
  });

  test.each<[name: string, path: string, text: (key: string) => string, printed: (key: string) => string]>([
    ['in base64', '.env', (key) => `API_KEY=${key}`, (key) => btoa(`x${key}`)],
    ['in an address', '.env', (key) => `API_KEY=${key}`, (key) => encodeURIComponent(key)],
    ['backwards', '.env', (key) => `API_KEY=${key}`, (key) => [...key].reverse().join('')],
    ['from a file of JSON', 'client_secret.json', (key) => JSON.stringify({ web: [{ client_secret: key }] }), (key) => key],
    ['from an address', '.env', (key) => `URL=postgres://app:${encodeURIComponent(key)}@db/app`, (key) => key],
    ['as the password of a host', '.netrc', (key) => `machine a login b password ${key}`, (key) => key],
  ])('holds no key that is printed %s', async (_name, path, text, printed) => {
    const key = 'sk+Canary77/qX4z-9rT2==';
    await begin();
    await write(path, text(key));
    await journal.append(first, said('m1', `it says ${printed(key)}`));
    await journal.append(first, { type: 'chat-renamed', title: `About ${printed(key)}` });
    const entries = Object.values(unzipSync(await exported())).map((entry) => new TextDecoder().decode(entry));
    expect(entries.filter((entry) => entry.includes(printed(key)))).toEqual([]);
  });

  test('that was cut off, changed or made up is refused with the place, and nothing of it is taken over', async () => {
    await begin();
    await journal.append(first, said('m1', 'Build a shop'));
    await write('a.txt', 'one');
    const archive = await exported();
    const entries = unzipSync(archive);
    const name = Object.keys(entries).find((entry) => entry.startsWith('contents/')) ?? expect.unreachable();
    const change = (changes: Record<string, Uint8Array>) => zipSync({ ...entries, ...changes });
    const without = (gone: string) => zipSync(Object.fromEntries(Object.entries(entries).filter(([entry]) => entry !== gone)));
    const lines = new TextDecoder().decode(entries['journal.jsonl']).split('\n');
    const header = JSON.parse(new TextDecoder().decode(entries['devonz-session.json']));
    const broken: [Uint8Array, RegExp][] = [
      [bytes('not a zip'), /not a session file/],
      [archive.slice(0, archive.length / 2), /not a session file/],
      [zipSync({ 'index.html': bytes('<p>') }), /Import zip/],
      [change({ [name]: bytes('another') }), /damaged/],
      [without(name), /1 contents|0 contents/],
      [without('journal.jsonl'), /no journal/],
      [change({ 'journal.jsonl': strToU8(lines.slice(1).join('\n')) }), /cut off or changed/],
      [change({ 'journal.jsonl': strToU8([lines[1], lines[0], ...lines.slice(2)].join('\n')) }), /not in order/],
      [change({ 'journal.jsonl': strToU8(['{', ...lines.slice(1)].join('\n')) }), /line 1 is not JSON/],
      ...['-1', '1e308'].map((at): [Uint8Array, RegExp] => [
        change({ 'journal.jsonl': strToU8([lines[0]?.replace(/"at":\d+/, `"at":${at}`), ...lines.slice(1)].join('\n')) }),
        /line 1: /,
      ]),
      [change({ 'devonz-session.json': strToU8(JSON.stringify({ ...header, version: 4 })) }), /newer version/],
    ];
    for (const [file, why] of broken) {
      problems = [];
      expect(await service().readSessionFile(new Blob([file.slice()]))).toBeNull();
      expect(problems.join()).toMatch(why);
    }
    expect(await journal.listChats()).toHaveLength(1);
  });

  test('with any byte changed is refused or says the same', async () => {
    await begin();
    await journal.append(first, said('m1', 'Build a shop'));
    await write('a.txt', 'one');
    const archive = await exported();
    const { session } = (await service().readSessionFile(new Blob([archive.slice()]))) ?? expect.unreachable();
    const position = fc.integer({ min: 0, max: archive.length - 1 });
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = archive.slice();
        changed[at] = (changed[at] ?? 0) ^ by;
        const answer = await answerSessionWorker({ type: 'read', file: new Blob([changed]) }, webCryptoHasher);
        if (answer.type !== 'read') return expect.unreachable();
        if (answer.reading.ok) expect(answer.reading.session.contents).toEqual(session.contents);
        return undefined;
      }),
      { numRuns: 200 },
    );
  });

  test('whatever was done to files and links, says the same bytes again where it was taken over', async () => {
    const name = fc.constantFrom('a', 'b', '.env', 'src/a');
    const act = fc.oneof(
      fc.record({ type: fc.constant('write' as const), name, text: fc.constantFrom('1', 'KEY=a-long-secret-value') }),
      fc.record({ type: fc.constant('link' as const), name, to: fc.constantFrom('a', '../b', '/etc/passwd', 'a-long-secret-value', '.') }),
      fc.record({ type: fc.constant('remove' as const), name }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), fc.boolean(), async (acts, withSecrets) => {
        await openStores();
        await begin();
        for (const each of acts) {
          const by = 'runtime';
          if (each.type === 'write') await write(each.name, each.text);
          else if (each.type === 'remove') await journal.append(first, { type: 'file-removed', path: each.name, by });
          else {
            const hash = linkVersion(each.to) ?? expect.unreachable();
            await journal.append(first, { type: 'file-changed', path: each.name, hash, size: each.to.length, by });
          }
        }
        const archive = await exported(withSecrets);
        const before = await store.list(projectIdSchema.parse('own-project'));
        await openStores();
        const read = (await service().readSessionFile(new Blob([archive.slice()]))) ?? expect.unreachable(problems.join());
        open = await read.import(true);
        const after = await store.list((await journal.projectOf(open ?? expect.unreachable())) ?? expect.unreachable());
        if (withSecrets) expect(after).toEqual(before);
        expect(after.map(({ path }) => path)).toEqual(before.map(({ path }) => path));
        expect(await exported(withSecrets)).toEqual(archive);
        if (!withSecrets && before.some(({ path }) => path === '.env')) {
          const entries = Object.values(unzipSync(archive)).map((entry) => new TextDecoder().decode(entry));
          const isSecret = acts.some((each) => each.type === 'write' && each.name === '.env' && each.text.startsWith('KEY'));
          if (isSecret) expect(entries.filter((entry) => entry.includes('a-long-secret-value'))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
