import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyNamespace } from '../connections/key-store.server.ts';
import { createFailedTries, type Tried } from './failed-tries.server.ts';

const ADA: Tried = { name: 'client 203.0.113.9', backOff: { free: 5, longestWaitSeconds: 600 } };
const EVE: Tried = { name: 'client 198.51.100.7', backOff: ADA.backOff };
const ALL: Tried = { name: 'client unknown', backOff: { free: 30, longestWaitSeconds: 2 } };
const START = Date.UTC(2026, 10, 23);

const right = async () => true;
const wrong = async () => false;

/** Counts the tries of a client that always tries again as soon as it is allowed to. */
async function mostTriesOfADay(who: Tried): Promise<number> {
  let now = START;
  const tries = createFailedTries(() => now);
  let looked = 0;
  while (now < START + 86_400_000) {
    const result = await tries.attempt([who], wrong);
    if (result.kind === 'too-soon') now += Math.ceil(result.retryAfterSeconds * 1_000);
    else looked += 1;
  }
  return looked;
}

describe('tries of a passphrase', () => {
  it('become slow: about 160 of one address and 43,230 of all who cannot be distinguished are looked at a day', async () => {
    expect(await mostTriesOfADay(ADA)).toBeLessThan(165);
    expect(await mostTriesOfADay(ALL)).toBeLessThan(43_240);
  });

  it('cost nothing where they are right, however many they are', async () => {
    const tries = createFailedTries(() => START);
    for (let count = 0; count < 200; count += 1) expect(await tries.attempt([ADA], right)).toEqual({ kind: 'right' });
    for (let count = 0; count < 4; count += 1) await tries.attempt([ADA], wrong);
    expect(await tries.attempt([ADA], right)).toEqual({ kind: 'right' });
  });

  it('are five, too, where some time goes by between them', async () => {
    let now = START;
    const tries = createFailedTries(() => now);
    const kinds: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      kinds.push((await tries.attempt([ADA], wrong)).kind);
      now += 30;
    }
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5);
  });

  it('are counted when they begin: a hundred at once are five', async () => {
    const tries = createFailedTries(() => START);
    const results = await Promise.all(Array.from({ length: 100 }, () => tries.attempt([ADA], wrong)));
    expect(results.filter(({ kind }) => kind === 'wrong')).toHaveLength(5);
  });

  it('are seen by another isolate where there is a store, without the address in it', async () => {
    const entries = new Map<string, string>();
    const namespace: KeyNamespace = {
      get: async (key) => entries.get(key) ?? null,
      put: async (key, value) => void entries.set(key, value),
      delete: async (key) => void entries.delete(key),
    };
    const one = createFailedTries(() => START, namespace);
    for (let count = 0; count < 6; count += 1) await one.attempt([ADA], wrong);
    expect((await createFailedTries(() => START, namespace).attempt([ADA], right)).kind).toBe('too-soon');
    expect((await createFailedTries(() => START, namespace).attempt([EVE], right)).kind).toBe('right');
    expect(JSON.stringify([...entries])).not.toContain('203');
    const failing: KeyNamespace = {
      get: () => Promise.reject(new Error('down')),
      put: () => Promise.reject(new Error('down')),
      delete: () => Promise.reject(new Error('down')),
    };
    expect((await createFailedTries(() => START, failing).attempt([ADA], wrong)).kind).toBe('wrong');
  });

  it('of others never make one address wait, and its own never for more than ten minutes', async () => {
    const step = fc.record({ who: fc.constantFrom(EVE, ADA), isRight: fc.boolean(), pause: fc.integer({ min: 0, max: 120_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        let now = START;
        const tries = createFailedTries(() => now);
        for (const { who, isRight, pause } of steps) {
          now += pause;
          await tries.attempt([who], isRight ? right : wrong);
        }
        expect((await tries.attempt([{ ...ADA, name: 'client 192.0.2.1' }], right)).kind).toBe('right');
        const own = await tries.attempt([ADA], right);
        expect(own.kind === 'too-soon' ? own.retryAfterSeconds : 0).toBeLessThanOrEqual(600);
        now += 600_000;
        expect((await tries.attempt([ADA], right)).kind).toBe('right');
      }),
      { numRuns: 300 },
    );
  });
});
