import * as fakeIndexedDB from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

/** Milliseconds after which a wait has failed. Not a performance limit: a busy machine takes several times as long as a quiet one. */
const PATIENCE = 60_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
// Test files share a worker. Each has its own databases and IndexedDB classes, which another file's page may have replaced.
const classes = Object.entries(fakeIndexedDB).filter(([name]) => name.startsWith('IDB'));
Object.assign(globalThis, Object.fromEntries(classes), { indexedDB: new fakeIndexedDB.IDBFactory() });

if ('document' in globalThis) {
  const { configure, cleanup } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE });
  // By default this only happens after the first file that loaded it, but files share it.
  afterAll(cleanup);
}

// A test that logs an error or a warning fails, unless it replaced the method itself and asserts on it.
const seen: string[] = [];

beforeEach(() => {
  seen.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      seen.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

// Files share the page and its storage, too.
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
