import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { openDatabase } from '../database.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';

/** An actor with its own connection, like a tab. */
export interface Operation {
  name: string;
  run(database: DevonzDatabase): Promise<unknown>;
  /** Number of transactions after which its page is killed. */
  killedAfter?: number;
}

export interface Scenario {
  /** Prepares the database. */
  setUp(database: DevonzDatabase): Promise<unknown>;
  operations: readonly Operation[];
  /**
   * Called after each transaction: returns null, or a description of the problem. This is also the state that a page leaves if it is killed
   * at that point.
   */
  problemIn(rows: StoredRows): string | null;
}

/** The rows of each store, by the store's name. */
export type StoredRows = ReadonlyMap<string, readonly (readonly [key: unknown, value: unknown])[]>;

export interface Explored {
  /** Number of schedules, each followed to its end or to a state that was already explored. */
  schedules: number;
  /** Number of different states of the database and its actors. */
  states: number;
  /** Each problem with the schedule that leads to it. */
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
  /** The results that the actor has received, transaction by transaction. They determine everything that it does next. */
  seen: string;
}

const NAME = 'every-schedule';

/**
 * Runs the operations' transactions in every possible order. A browser runs transactions on the same store one after the other, so a finer
 * interleaving does not exist. A state that was already explored, with the same rows and the same results read by each actor, is not
 * explored again.
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
  /** Restores the database to its state after the setup. */
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
  // From here on, a transaction runs only when the schedule chooses it.
  raw.processTransactions = () => undefined;
  const restore = () => {
    // Unfinished actors receive no more results.
    raw.transactions.length = 0;
    for (const { records, rows } of before) {
      records.clear();
      for (const row of rows) records.put(row);
    }
  };
  return { raw, workers, restore };
}

interface Step {
  /**
   * Operations with a transaction to run, except those that could just as well have run before the previous one: that order is a separate
   * schedule.
   */
  choices: readonly number[];
  look(): { state: string; rows: StoredRows };
}

/** Runs one schedule: yields the current state, and appends each choice to `path`. */
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

/** Resolves when every actor waits for one of its transactions or is done. */
async function choicesOf(workers: readonly Progress[], raw: RawDatabase): Promise<number[]> {
  await until(() => workers.every((worker) => worker.isDone || nextOf(worker, raw) !== undefined));
  return workers.flatMap((worker, index) => (nextOf(worker, raw) === undefined ? [] : [index]));
}

function nextOf(worker: Worker | undefined, raw: RawDatabase): RawTransaction | undefined {
  return raw.transactions.find(({ db, _started, _state }) => db === worker?.connection && !_started && _state !== 'finished');
}

/** Returns true if neither transaction can detect whether the other has run. */
function isIndependent(one: RawTransaction, other: RawTransaction): boolean {
  return (one.mode === 'readonly' && other.mode === 'readonly') || ![...one._scope].some((name) => other._scope.has(name));
}

async function until(isSo: () => boolean): Promise<void> {
  // Waits one more turn, because a worker whose request was just answered may start another one.
  do await new Promise((resolve) => setImmediate(resolve));
  while (!isSo());
}

function rawDatabase(): Promise<RawDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME);
    request.onerror = () => reject(request.error);
    // Only the fake database has this property, which is used only here.
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
