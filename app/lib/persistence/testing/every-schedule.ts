import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { openDatabase } from '../database.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';

/** An actor with a connection of its own, as a tab has. */
export interface Operation {
  name: string;
  run(database: DevonzDatabase): Promise<unknown>;
  /** Transactions, after which its page is gone. */
  killedAfter?: number;
}

export interface Scenario {
  /** Prepares the database. */
  setUp(database: DevonzDatabase): Promise<unknown>;
  operations: readonly Operation[];
  /** After each transaction: null, or what is wrong. A page that is killed there does no more, so that this is what it leaves. */
  problemIn(rows: StoredRows): string | null;
}

/** Of each store, what is in it. */
export type StoredRows = ReadonlyMap<string, readonly (readonly [key: unknown, value: unknown])[]>;

export interface Explored {
  /** Ways through: each is a schedule up to its end, or to where what follows has been seen. */
  schedules: number;
  /** Different states of the database and of who works on it. */
  states: number;
  /** Each with the schedule that leads there. */
  problems: string[];
}

/** Internals of the fake database: it offers no other way to choose the next transaction. */
interface RawTransaction {
  db: unknown;
  mode: string;
  _scope: ReadonlySet<string>;
  _started: boolean;
  _state: 'active' | 'inactive' | 'committing' | 'finished';
  _start(): void;
}
interface RawRecord {
  key: unknown;
  value: unknown;
}
interface RawRecords {
  values(): Iterable<RawRecord>;
  clear(): void;
  put(record: RawRecord): void;
}
interface RawDatabase {
  transactions: RawTransaction[];
  connections: unknown[];
  rawObjectStores: ReadonlyMap<string, { records: RawRecords; rawIndexes: ReadonlyMap<string, { records: RawRecords }> }>;
  processTransactions(): void;
}

interface Worker {
  operation: Operation;
  database: DevonzDatabase;
  connection: unknown;
}

interface Progress extends Worker {
  isDone: boolean;
  transactions: number;
  /** The results it has seen, transaction by transaction: all that it knows follows from them. */
  seen: string;
}

const NAME = 'every-schedule';

/**
 * Runs every order in which the transactions of the operations can follow each other. A browser runs those that touch the same store one after the other,
 * so that there is nothing finer than this. What leads to a state that has been seen, of the rows and of all that each has read, is not followed again.
 */
export async function runEverySchedule(scenario: Scenario): Promise<Explored> {
  const explored: Explored = { schedules: 0, states: 0, problems: [] };
  const seen = new Set<string>();
  const waiting: (readonly number[])[] = [[]];
  const place = await prepare(scenario);
  for (let prefix = waiting.pop(); prefix !== undefined; prefix = waiting.pop()) {
    explored.schedules++;
    const path: number[] = [];
    for await (const { choices, look } of steps(place, (choices) => prefix?.[path.length] ?? choices[0] ?? 0, path)) {
      if (path.length < prefix.length) continue;
      const { state, rows } = look();
      if (seen.has(state)) break;
      seen.add(state);
      const problem = scenario.problemIn(rows);
      if (problem !== null) {
        explored.problems.push(`${problem} after ${path.map((index) => scenario.operations[index]?.name).join(' · ')}`);
        break;
      }
      for (const other of choices.slice(1)) waiting.push([...path, other]);
    }
  }
  explored.states = seen.size;
  return explored;
}

interface Place {
  raw: RawDatabase;
  workers: readonly Worker[];
  /** Makes the database what it was when everything was set up. */
  restore(): void;
}

async function prepare({ setUp, operations }: Scenario): Promise<Place> {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await setUp(await openDatabase(NAME, { onClosed: () => undefined }));
  const raw = await rawDatabase();
  const workers: Worker[] = [];
  for (const operation of operations) {
    const database = await openDatabase(NAME, { onClosed: () => undefined });
    workers.push({ operation, database, connection: raw.connections.at(-1) });
  }
  const before = [...raw.rawObjectStores.values()].flatMap(({ records, rawIndexes }) =>
    [records, ...[...rawIndexes.values()].map((index) => index.records)].map((each) => ({ records: each, rows: [...each.values()] })),
  );
  // From here on nothing runs unless it is chosen.
  raw.processTransactions = () => undefined;
  const restore = () => {
    // Whoever has not come to an end is not answered any more.
    raw.transactions.length = 0;
    for (const { records, rows } of before) {
      records.clear();
      for (const row of rows) records.put(row);
    }
  };
  return { raw, workers, restore };
}

interface Step {
  /** Operations that have a transaction to run, but for those that could as well have run before the last one: that order is run by itself. */
  choices: readonly number[];
  look(): { state: string; rows: StoredRows };
}

/** One way through: it says where it is, and adds to `path` what it took. */
async function* steps(
  { raw, workers, restore }: Place,
  choose: (choices: readonly number[]) => number,
  path: number[],
): AsyncGenerator<Step> {
  let ids = 0;
  const randomId = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`);
  try {
    restore();
    const all = workers.map(begin);
    let swappable: readonly RawTransaction[] = [];
    for (;;) {
      const able = await choicesOf(all, raw);
      const choices = able.filter((index) => !swappable.some((other) => other === nextOf(all[index], raw)));
      const texts = new Map([...raw.rawObjectStores].map(([name, { records }]) => [name, textOf([...records.values()])]));
      yield {
        choices,
        look: () => ({
          state: digest([...texts.values(), ...all.map(({ seen, isDone }) => `${seen} ${isDone}`), String(ids), choices.join()]),
          rows: rowsOf(raw),
        }),
      };
      if (choices.length === 0) break;
      const index = choose(choices);
      const worker = all[index];
      const transaction = nextOf(worker, raw);
      if (worker === undefined || transaction === undefined)
        throw new Error(`operation ${index} has nothing to run: it does not do the same each time`);
      path.push(index);
      swappable = all
        .slice(0, index)
        .flatMap((other) => nextOf(other, raw) ?? [])
        .filter((other) => isIndependent(other, transaction));
      worker.seen = digest([worker.seen, transaction.mode, ...[...transaction._scope].sort().map((name) => texts.get(name) ?? '')]);
      transaction._start();
      await until(() => transaction._state === 'finished');
      worker.transactions++;
      if (worker.transactions === worker.operation.killedAfter) kill(worker);
    }
  } finally {
    randomId.mockRestore();
  }
}

function begin(worker: Worker): Progress {
  const progress = { ...worker, isDone: false, transactions: 0, seen: '' };
  const end = () => {
    progress.isDone = true;
  };
  void worker.operation.run(worker.database).then(end, end);
  return progress;
}

function kill(worker: Progress): void {
  worker.isDone = true;
  worker.connection = null;
}

/** Once everybody waits for a transaction of theirs, or is done. */
async function choicesOf(workers: readonly Progress[], raw: RawDatabase): Promise<number[]> {
  await until(() => workers.every((worker) => worker.isDone || nextOf(worker, raw) !== undefined));
  return workers.flatMap((worker, index) => (nextOf(worker, raw) === undefined ? [] : [index]));
}

function nextOf(worker: Worker | undefined, raw: RawDatabase): RawTransaction | undefined {
  return raw.transactions.find(({ db, _started, _state }) => db === worker?.connection && !_started && _state !== 'finished');
}

/** Neither can see whether the other has run. */
function isIndependent(one: RawTransaction, other: RawTransaction): boolean {
  return (one.mode === 'readonly' && other.mode === 'readonly') || ![...one._scope].some((name) => other._scope.has(name));
}

async function until(isSo: () => boolean): Promise<void> {
  // A turn more than needed: who has just been answered may have more to do.
  do await new Promise((resolve) => setImmediate(resolve));
  while (!isSo());
}

function rawDatabase(): Promise<RawDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME);
    request.onerror = () => reject(request.error);
    // Only the fake has this, and only here it is used.
    request.onsuccess = () => resolve((request.result as unknown as { _rawDatabase: RawDatabase })._rawDatabase);
  });
}

function rowsOf(raw: RawDatabase): StoredRows {
  return new Map(
    [...raw.rawObjectStores].map(([name, { records }]) => [name, [...records.values()].map(({ key, value }) => [key, value] as const)]),
  );
}

function textOf(rows: readonly RawRecord[]): string {
  if (rows.length === 0) return '';
  return JSON.stringify(rows, (_key, part: unknown) => (part instanceof Uint8Array ? part.byteLength : part));
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
