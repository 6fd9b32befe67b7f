import { beforeEach, expect, test } from 'vitest';
import { dayOf } from '../protocol/models/spending.ts';
import { spendingCsv } from '../protocol/models/spending-csv.ts';
import type { TelemetryEvent } from '../protocol/telemetry.ts';
import { $spending } from '../stores/spending.ts';
import { createSpendingService } from './spending-service.ts';
import { createSpendingStore } from './spending-store.ts';

const NOON = new Date(2026, 10, 23, 12).getTime();
const TODAY = '2026-11-23';
const priceOf = (modelId: string) => (modelId === 'a:priced' ? { input: 2, output: 10, cacheRead: 0.2 } : null);

/** A browser's storage, which notifies its other tabs of changes. */
class Browser {
  readonly values = new Map<string, string>();
  readonly tabs = new Set<EventTarget>();
  isFull = false;
  #tail: Promise<unknown> = Promise.resolve();

  tab(now = NOON) {
    const target = new EventTarget();
    this.tabs.add(target);
    const errors: string[] = [];
    const storage = {
      getItem: (key: string) => this.values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        this.values.set(key, value);
        for (const other of this.tabs) if (other !== target) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      },
    };
    const request = (_name: string, work: () => unknown) => {
      this.#tail = this.#tail.then(work, work);
      return this.#tail;
    };
    // Only the parts that the store uses.
    const store = createSpendingStore(storage as unknown as Storage, { request } as never, target as never);
    const service = createSpendingService({ store, priceOf, now: () => now, onError: (message) => errors.push(message) });
    return { service, errors, settled: () => this.#tail.catch(() => undefined) };
  }
}

function asked(modelId: string, tokens: Partial<TelemetryEvent> = {}, at = NOON): TelemetryEvent {
  const base = { type: 'model-request' as const, at, chatId: 'c', modelId, mode: 'agent', durationMs: 1, outcome: 'finished' as const };
  return { ...base, inputTokens: 1_000_000, outputTokens: 100_000, ...tokens } as TelemetryEvent;
}

beforeEach(() => $spending.set({}));

test('every request of a day counts at once, with its cost where that is known', async () => {
  const { service, settled } = new Browser().tab();
  service.note(asked('a:priced', { cachedInputTokens: 500_000, reasoningTokens: 90_000 } as never));
  service.note(asked('b:unknown'));
  service.note({ type: 'run', at: NOON, chatId: 'c', outcome: 'completed', steps: 2, durationMs: 5 });
  expect(service.today()).toMatchObject({ requests: 2, unpriced: 1, input: 2_000_000, cached: 500_000, reasoning: 90_000 });
  expect(service.today().dollars).toBeCloseTo(2.1);
  await settled();
  expect(service.today().requests).toBe(2);
  expect(Object.keys($spending.get()[TODAY] ?? {})).toEqual(['a:priced', 'b:unknown']);
});

test('two tabs count together, and neither writes over the other', async () => {
  const browser = new Browser();
  const one = browser.tab();
  const other = browser.tab();
  for (let index = 0; index < 20; index += 1) (index % 2 === 0 ? one : other).service.note(asked('a:priced'));
  await one.settled();
  expect([one.service.today().requests, other.service.today().requests]).toEqual([20, 20]);
  expect(browser.tab().service.today().requests).toBe(20);
});

test('another day begins at nothing, and the days before are kept', async () => {
  const browser = new Browser();
  const { service, settled } = browser.tab();
  service.note(asked('a:priced'));
  await settled();
  const tomorrow = NOON + 24 * 3_600_000;
  expect(browser.tab(tomorrow).service.today().requests).toBe(0);
  expect(Object.keys($spending.get())).toEqual([TODAY]);
  expect(dayOf(new Date(2026, 0, 5, 0, 0, 1).getTime())).toBe('2026-01-05');
});

test('where the browser stores nothing it still counts, and says so once', async () => {
  const browser = new Browser();
  browser.isFull = true;
  const { service, errors, settled } = browser.tab();
  service.note(asked('a:priced'));
  service.note(asked('a:priced'));
  await settled();
  await settled();
  expect(service.today().requests).toBe(2);
  expect(errors).toEqual([expect.stringContaining('could not be saved: Storage is full')]);
});

test('what is broken in the storage counts as nothing and is replaced', async () => {
  const browser = new Browser();
  browser.values.set('devonz_spending', '{"2026-11-23":{"a:priced":{"requests":"many"}}}');
  const { service, settled } = browser.tab();
  expect(service.today().requests).toBe(0);
  service.note(asked('a:priced'));
  await settled();
  expect(browser.tab().service.today().requests).toBe(1);
});

test('as a table for a spreadsheet, no name is a formula and a cost that is not known is empty', async () => {
  const { service, settled } = new Browser().tab();
  service.note(asked('a:priced'));
  service.note(asked('lab:=HYPERLINK("http://x","a,b")'));
  await settled();
  const lines = spendingCsv($spending.get()).split('\r\n');
  expect(lines[1]).toBe('2026-11-23,a,priced,1,1000000,0,0,100000,0,3,0');
  expect(lines[2]).toBe(`2026-11-23,lab,"'=HYPERLINK(""http://x"",""a,b"")",1,1000000,0,0,100000,0,,1`);
  expect(lines[3]).toBe('');
});
