import { expect, test } from 'vitest';
import { OUTBOUND_HOSTS_KEY } from '../protocol/storage-keys.ts';
import { createOutboundHostStore } from './outbound-host-store.ts';

function setUp(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [[OUTBOUND_HOSTS_KEY, initial]]);
  const storage: Partial<Storage> = {
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
  const target = new EventTarget();
  // The other members are not used.
  return { store: createOutboundHostStore(storage as Storage, target), target, values };
}

const allowed = (host: string) => ({ host, verdict: 'allowed' as const, decidedAt: 1 });

test('decisions come back by project', () => {
  const { store } = setUp();
  store.save('one', [allowed('a.net'), allowed('b.net')]);
  store.save('two', [allowed('c.net')]);
  expect([store.load('one'), store.load('two'), store.load('three')]).toEqual([
    [allowed('a.net'), allowed('b.net')],
    [allowed('c.net')],
    [],
  ]);
  expect(store.countOthers('two')).toBe(2);
  store.save('one', []);
  expect(store.countOthers('two')).toBe(0);
});

test('what cannot be read allows nothing', () => {
  for (const text of ['{oops', '[]', 'null', '{"one":[{"host":"a.net","verdict":"yes","decidedAt":1}]}', '{"one":{"a.net":"allowed"}}']) {
    expect(setUp(text).store.load('one')).toEqual([]);
  }
  expect(setUp('{}').store.load('constructor')).toEqual([]);
  expect(setUp('{}').store.load('__proto__')).toEqual([]);
});

test('the oldest go beyond two hundred', () => {
  const { store } = setUp();
  store.save(
    'one',
    Array.from({ length: 250 }, (_, count) => allowed(`h${count}.net`)),
  );
  expect([store.load('one').length, store.load('one')[0]?.host]).toEqual([200, 'h50.net']);
});

test('another tab’s answer is heard', () => {
  const { store, target } = setUp();
  let heard = 0;
  const stop = store.onForeignChange(() => {
    heard += 1;
  });
  const change = (key: string | null) => target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  change(OUTBOUND_HOSTS_KEY);
  change('another');
  change(null);
  stop();
  change(OUTBOUND_HOSTS_KEY);
  expect(heard).toBe(2);
});
