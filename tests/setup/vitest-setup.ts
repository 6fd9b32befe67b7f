import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

/** Milliseconds after which what is waited for never comes. It judges nothing: a busy machine takes several times as long as a quiet one. */
const PATIENCE = 60_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
// Files share a worker. Each has databases of its own, and their classes, which a page that another file had may have taken along.
Object.assign(globalThis, {
  indexedDB: new IDBFactory(),
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
});

if ('document' in globalThis) {
  const { configure, cleanup } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE });
  // By itself it does so only after the file that has loaded it first, and files share it.
  afterAll(cleanup);
}

// A test in which something logs an error or a warning has failed, unless the test itself replaced the method and asserts on it.
const seen: string[] = [];

beforeEach(() => {
  seen.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      seen.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

// They share the page and its storage, too.
beforeAll(() => {
  if ('document' in globalThis) {
    document.body.replaceChildren();
    sessionStorage.clear();
    localStorage.clear();
  }
});
afterAll(() => void vi.unstubAllGlobals());

afterEach(() => {
  expect(seen, 'nothing may be logged as an error or a warning').toEqual([]);
});
