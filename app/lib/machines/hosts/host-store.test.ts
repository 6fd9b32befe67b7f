import { expect, test } from 'vitest';
import type { KeptHost } from '../../protocol/machines/kept-host.ts';
import { createHostStore } from './host-store.ts';

const REACHED = { machineId: 'a1b2c3d4e5f6a7b8', folder: '/home/ada' };
const host = (id: string, change: Partial<KeptHost> = {}): KeptHost => ({
  id,
  name: `ada@${id}`,
  place: { kind: 'ssh', host: id, identity: { type: 'usual' }, folder: '' },
  usedAt: 1,
  reached: null,
  ...change,
});

function setUp(storage = new Map<string, string>()) {
  const port = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  };
  return { store: createHostStore(port), storage };
}

test('the one that was used last comes first, and the list is there after a reload', () => {
  const { store, storage } = setUp();
  store.keep(host('box', { usedAt: 2 }));
  store.keep(host('tower', { usedAt: 1 }));
  const again = setUp(storage).store;
  expect(again.list().map(({ id }) => id)).toEqual(['box', 'tower']);
  again.forget('box');
  expect(again.list().map(({ id }) => id)).toEqual(['tower']);
});

test('the same place is one entry, whose machine stays known after a test', () => {
  const { store } = setUp();
  store.keep(host('box', { reached: REACHED }));
  const place = { kind: 'ssh', host: 'box', port: 22, identity: { type: 'agent' }, folder: '' } as const;
  store.keep(host('other', { place, usedAt: 2 }));
  expect(store.list()).toEqual([host('other', { place, usedAt: 2, reached: REACHED })]);
  store.keep(host('elsewhere', { place: { ...place, folder: '/srv' } }));
  expect(store.list()).toHaveLength(2);
});

test('an unreadable entry is left out, and nothing but its own fields is kept', () => {
  const { store, storage } = setUp(new Map([['devonz_hosts', JSON.stringify([{ id: 'x' }, host('box')])]]));
  expect(store.list()).toEqual([host('box')]);
  const withPassword = { ...host('box'), place: { ...host('box').place, password: 'secret' }, password: 'secret' };
  store.keep(withPassword);
  expect(storage.get('devonz_hosts')).not.toContain('secret');
  expect(setUp(new Map([['devonz_hosts', 'no JSON']])).store.list()).toEqual([]);
});

test('above fifty the oldest is forgotten', () => {
  const { store } = setUp();
  const forgotten: string[] = [];
  for (let index = 0; index < 60; index++) forgotten.push(...store.keep(host(`box-${index}`, { usedAt: index })).map(({ id }) => id));
  expect(forgotten).toEqual(Array.from({ length: 10 }, (_, index) => `box-${index}`));
  expect(store.list()).toHaveLength(50);
  expect(store.list().at(-1)?.id).toBe('box-10');
});
