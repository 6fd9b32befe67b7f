import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../lib/models/choose-model.ts';
import type { KeyNamespace } from '../connections/key-store.server.ts';
import { ConnectionClient, SECRET } from '../connections/testing/connection-client.ts';
import { modelAccess } from '../models/model-access.server.ts';
import { admitRequest } from './admit-request.server.ts';
import { createUsageLedger, type UsageShare } from './usage-ledger.server.ts';

const LIMITS = { perMinute: 2, requestsPerDay: 5, tokensPerDay: 1_000 };

function of(name: string): UsageShare[] {
  return [{ whose: 'user', name, limits: LIMITS }];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The used parts of Workers KV. */
function fakeNamespace(): KeyNamespace & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: async (key) => entries.get(key) ?? null,
    put: async (key, value) => void entries.set(key, value),
    delete: async (key) => void entries.delete(key),
  };
}

describe('what a user of the server’s keys may use', () => {
  it('is so many requests a minute, which come back', async () => {
    let now = 10 * DAY;
    const ledger = createUsageLedger(() => now);
    const admitted = async () => (await ledger.admit(of('ada'))).ok;
    expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, false]);
    expect(await ledger.admit(of('ada'))).toMatchObject({ ok: false, limit: 'minute', retryAfterSeconds: 30 });
    expect((await ledger.admit(of('grace'))).ok).toBe(true);
    now += MINUTE / 2;
    expect([await admitted(), await admitted()]).toEqual([true, false]);
  });

  it('is so many requests and tokens a day, and begins again on the next', async () => {
    let now = 10 * DAY;
    const ledger = createUsageLedger(() => now);
    for (let count = 0; count < 5; count += 1) {
      expect((await ledger.admit(of('ada'))).ok).toBe(true);
      now += MINUTE;
    }
    expect(await ledger.admit(of('ada'))).toMatchObject({ ok: false, limit: 'requests' });
    now = 11 * DAY;
    expect((await ledger.admit(of('ada'))).ok).toBe(true);
    await ledger.used(of('ada'), 1_200);
    expect(await admitRequest(ledger, of('ada'))).toMatchObject({
      ok: false,
      refusal: {
        status: 403,
        code: 'server_budget_spent',
        kind: 'no-quota',
        message: expect.stringMatching(/all tokens \(1,000\).*next day begins in 24 h/),
      },
    });
    now = 12 * DAY;
    expect((await ledger.admit(of('ada'))).ok).toBe(true);
  });

  it('is seen by another isolate where there is a store, without the user’s name in it', async () => {
    const namespace = fakeNamespace();
    const now = () => 10 * DAY;
    const one = createUsageLedger(now, namespace);
    await one.admit(of('ada@example.com'));
    await one.used(of('ada@example.com'), 1_000);
    expect(await createUsageLedger(now, namespace).admit(of('ada@example.com'))).toMatchObject({ ok: false, limit: 'tokens' });
    expect(JSON.stringify([...namespace.entries])).not.toContain('ada');
  });

  it('is counted where a store does not answer', async () => {
    const failing: KeyNamespace = {
      get: () => Promise.reject(new Error('down')),
      put: () => Promise.reject(new Error('down')),
      delete: () => Promise.reject(new Error('down')),
    };
    const ledger = createUsageLedger(() => 10 * DAY, failing);
    const admissions = [await ledger.admit(of('ada')), await ledger.admit(of('ada')), await ledger.admit(of('ada'))];
    expect(admissions.map(({ ok }) => ok)).toEqual([true, true, false]);
  });

  it('is counted for all or for none: what one of them has no room for costs the others nothing', async () => {
    const ledger = createUsageLedger(() => 10 * DAY);
    const server: UsageShare = { whose: 'server', name: 'server', limits: { perMinute: 100, requestsPerDay: 3, tokensPerDay: 1_000 } };
    const admit = async (name: string) => ledger.admit([...of(name), server]);
    for (const name of ['ada', 'grace', 'ada']) expect((await admit(name)).ok).toBe(true);
    for (let count = 0; count < 5; count += 1) {
      expect(await admit('joan')).toMatchObject({ ok: false, limit: 'requests', share: { whose: 'server' } });
    }
    expect((await ledger.admit(of('joan'))).ok).toBe(true);
    expect(await admitRequest(ledger, [...of('joan'), server])).toMatchObject({
      ok: false,
      refusal: { status: 403, code: 'server_budget_spent', message: expect.stringMatching(/gives its users together a day/) },
    });
    expect((await Promise.all(Array.from({ length: 20 }, () => ledger.admit(of('many'))))).filter(({ ok }) => ok)).toHaveLength(2);
  });

  it('is asked before a model of the server is, and not for the demo', async () => {
    const client = new ConnectionClient({
      APP_HOST: 'app.example.com',
      SESSION_SECRET: SECRET,
      ACCESS: 'open',
      ACCESS_REQUESTS_PER_DAY: '1',
      OPENAI_API_KEY: 'sk-of-the-server',
    });
    const access = await modelAccess(client.parts);
    expect(await chooseModel('openai:gpt-5', access)).toMatchObject({ ok: true });
    expect(await chooseModel('openai:gpt-5', access)).toMatchObject({ ok: false, refusal: { code: 'server_budget_spent' } });
    expect(await chooseModel('demo:scripted', access)).toMatchObject({ ok: true });
  });
});
