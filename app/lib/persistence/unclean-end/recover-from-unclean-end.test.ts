import { expect, test } from 'vitest';
import { openPagesDatabase, PIECES_STORE } from './pages-database.ts';
import { recoverFromUncleanEnd } from './recover-from-unclean-end.ts';
import { renewLog } from './renew-log.ts';

/** A browser whose storage outlives its pages, and whose locks do not. */
function startBrowser(databaseName: string) {
  const held = new Set<string>();
  const locks = {
    request: async (name: string, work: (lock: null) => unknown) => {
      held.add(name);
      await work(null);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  } as unknown as LockManager; // the only two overloads that are used
  return {
    async openPage(id: string) {
      const closed: (() => void)[] = [];
      let renewals = 0;
      const before = new Set(held);
      await recoverFromUncleanEnd({
        databaseName,
        locks,
        id,
        onClosed: (run) => void closed.push(run),
        renewLog: async () => void renewals++,
      });
      const [lock = ''] = [...held].filter((name) => !before.has(name));
      const die = () => void held.delete(lock);
      return {
        hasRenewed: renewals > 0,
        die,
        close() {
          for (const run of closed) run();
          die();
        },
      };
    },
  };
}

test('the first page after one that died open renews the log, and the next does not', async () => {
  const browser = startBrowser('died');
  const first = await browser.openPage('first');
  expect(first.hasRenewed).toBe(false);
  first.die();
  expect((await browser.openPage('second')).hasRenewed).toBe(true);
  expect((await browser.openPage('third')).hasRenewed).toBe(false);
});

test('neither closed pages nor open ones are taken for dead', async () => {
  const browser = startBrowser('closed');
  const first = await browser.openPage('first');
  const second = await browser.openPage('second');
  expect(second.hasRenewed).toBe(false);
  first.close();
  second.close();
  expect((await browser.openPage('third')).hasRenewed).toBe(false);
});

test('the app starts when there is no room for a new log', async () => {
  const ports = { databaseName: 'full', onClosed: () => undefined };
  const locks = startLocks();
  await recoverFromUncleanEnd({ ...ports, locks, id: 'first', renewLog: async () => undefined });
  let hasTried = false;
  await recoverFromUncleanEnd({
    ...ports,
    locks: startLocks(),
    id: 'second',
    async renewLog() {
      hasTried = true;
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(hasTried).toBe(true);
});

test('storage that the browser has discarded is not taken for a new one', async () => {
  const ports = { locks: startLocks(), onClosed: () => undefined, renewLog: async () => undefined };
  expect(await recoverFromUncleanEnd({ ...ports, id: 'first', databaseName: 'new' })).toEqual({ isDiscarded: false });
  // As Chromium reports it.
  Object.defineProperty(IDBVersionChangeEvent.prototype, 'dataLoss', { get: () => 'total', configurable: true });
  const found = recoverFromUncleanEnd({ ...ports, id: 'second', databaseName: 'discarded' });
  expect(await found.finally(() => Reflect.deleteProperty(IDBVersionChangeEvent.prototype, 'dataLoss'))).toEqual({ isDiscarded: true });
});

test('a new log leaves nothing of what filled the old one', async () => {
  const database = await openPagesDatabase('renewed', () => undefined);
  let written = 0;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value: Uint8Array, key) {
    written += value.byteLength;
    return put.call(this, value, key);
  };
  await renewLog(database).finally(() => {
    IDBObjectStore.prototype.put = put;
  });
  expect(written).toBeGreaterThan(4 * 1024 * 1024);
  expect(await database.count(PIECES_STORE)).toBe(0);
});

function startLocks(): LockManager {
  // Locks that nobody else holds.
  return {
    request: (_name: string, work: (lock: null) => unknown) => Promise.resolve(work(null)),
    query: async () => ({}),
  } as unknown as LockManager;
}
