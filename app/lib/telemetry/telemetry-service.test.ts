import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { openDatabase } from '../persistence/database.ts';
import type { DevonzDatabase } from '../persistence/migrations/database-schema.ts';
import type { TelemetryEvent } from '../protocol/telemetry.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { registerTelemetryExporter } from './telemetry-exporters.ts';
import { createTelemetryService } from './telemetry-service.ts';
import { createTelemetryStore, type TelemetryStore } from './telemetry-store.ts';

let database: DevonzDatabase;
const open = () => openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await open();
});
afterEach(() => {
  database.close();
  vi.unstubAllGlobals();
});

const event = (at: number): TelemetryEvent => ({ type: 'guard', at, chatId: 'c', guard: 'loop', message: `${at}` });

test('what was noted is there after a reload, in order', async () => {
  const service = createTelemetryService(createTelemetryStore(database));
  for (let at = 0; at < 50; at++) service.note(event(at));
  expect((await service.readTelemetry()).events.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, at) => at));
  database.close();
  database = await open();
  const again = createTelemetryService(createTelemetryStore(database));
  expect((await again.readTelemetry()).events).toHaveLength(50);
});

test('only so many of the newest are kept, and a damaged one takes no other with it', async () => {
  const store = createTelemetryStore(database, 10);
  await store.append(Array.from({ length: 8 }, (_, at) => event(at)));
  await store.append(Array.from({ length: 8 }, (_, at) => event(100 + at)));
  expect((await store.list()).map(({ at }) => at)).toEqual([6, 7, 100, 101, 102, 103, 104, 105, 106, 107]);
  await database.add('telemetry', { type: 'nothing' });
  expect(await store.list()).toHaveLength(10);
});

test('clearing leaves nothing', async () => {
  const service = createTelemetryService(createTelemetryStore(database));
  service.note(event(1));
  await service.clearTelemetry();
  expect(await service.readTelemetry()).toEqual({ events: [], problem: null });
});

test('a storage that fails breaks nothing; the log of this page is there and says why it is not kept', async () => {
  const full: TelemetryStore = {
    append: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    list: () => Promise.resolve([]),
    clear: () => Promise.resolve(),
  };
  const service = createTelemetryService(full);
  for (let at = 0; at < 2_500; at++) service.note(event(at));
  const log = await service.readTelemetry();
  expect(log.problem).toContain('Storage is full');
  expect(log.events).toHaveLength(2_000);
  expect(log.events.at(-1)).toEqual(event(2_499));

  const unreadable = createTelemetryService({ ...full, append: () => Promise.resolve(), list: () => Promise.reject(new Error('gone')) });
  expect((await unreadable.readTelemetry()).problem).toContain('gone');
});

test('an exporter gets each event until it is taken away, and its faults stay its own', async () => {
  const told: number[] = [];
  const stop = registerTelemetryExporter({ export: ({ at }) => void told.push(at) });
  const stopBroken = registerTelemetryExporter({
    export: () => {
      throw new Error('broken');
    },
  });
  const service = createTelemetryService(createTelemetryStore(database));
  service.note(event(1));
  stop();
  stopBroken();
  service.note(event(2));
  expect(told).toEqual([1]);
  expect((await service.readTelemetry()).events).toHaveLength(2);
});

test('nothing of it goes over the network: a whole run with its log opens no connection', async () => {
  const connect = vi.fn(() => {
    throw new Error('a connection was opened');
  });
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']) vi.stubGlobal(name, connect);
  vi.stubGlobal('navigator', { sendBeacon: connect });
  const service = createTelemetryService(createTelemetryStore(database));
  const transport = new ScriptedTransport(call({ toolName: 'devonz_list_directory', input: {} }), say('Done.'));
  const run = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  run.ports.telemetry.note = service.note;
  await run.say('look');
  service.note(event(1));
  expect((await service.readTelemetry()).events.length).toBeGreaterThan(0);
  expect(connect).not.toHaveBeenCalled();
});

test('a database of the first version is taken along, with all it holds', async () => {
  database.close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const old = await openDB('test', 1, {
    upgrade(first) {
      for (const name of ['records', 'chats', 'blobs', 'files']) first.createObjectStore(name);
    },
  });
  await old.put('chats', { title: 'Kept' }, 'c');
  old.close();
  database = await open();
  expect(await database.get('chats', 'c')).toMatchObject({ title: 'Kept' });
  expect(await createTelemetryStore(database).list()).toEqual([]);
});
