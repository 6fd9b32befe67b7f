import { expect, test } from 'vitest';
import { emptyOrigin } from './empty-origin.ts';
import { type KeptThings, type OriginStorage, STORAGE_KINDS } from './origin-storage.ts';
import { withinSeconds } from './within-seconds.ts';

const within = withinSeconds(0.01);

function things(names: string[], remove?: KeptThings['remove']): KeptThings {
  return {
    names: async () => [...names],
    remove: remove ?? (async (name) => void names.splice(names.indexOf(name), 1)),
  };
}

const full = (): Record<keyof OriginStorage, KeptThings> => ({
  workers: things(['/']),
  databases: things(['devonz', 'other']),
  caches: things(['a']),
  files: things(['a']),
  local: things(['a', 'b', 'c']),
  session: things(['a']),
  cookies: things(['a']),
});

test('every kind is emptied whole', async () => {
  expect(await emptyOrigin(full(), within)).toEqual([]);
});

test.each(STORAGE_KINDS)('%s that can be neither listed nor removed, or never answer, keep nothing else', async (kind) => {
  const rejects = { names: () => Promise.reject(new Error('damaged')), remove: async () => undefined };
  expect(await emptyOrigin({ ...full(), [kind]: rejects }, within)).toEqual([{ kind, name: null }]);
  const hangs = things(['stays'], () => new Promise(() => undefined));
  expect(await emptyOrigin({ ...full(), [kind]: hangs }, within)).toEqual([{ kind, name: 'stays' }]);
  const silent = { names: () => new Promise<never>(() => undefined), remove: async () => undefined };
  expect(await emptyOrigin({ ...full(), [kind]: silent }, within)).toEqual([{ kind, name: null }]);
});
