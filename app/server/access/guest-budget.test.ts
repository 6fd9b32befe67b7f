import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECRET } from '../connections/testing/connection-client.ts';
import { answerAccess } from './answer-access.server.ts';
import { clientOf } from './client-address.server.ts';
import { createFailedTries } from './failed-tries.server.ts';
import { serverAccess } from './server-access.server.ts';
import { createUsageLedger } from './usage-ledger.server.ts';
import { serverKeyShares } from './usage-shares.server.ts';

const PASSPHRASE = 'twelve horses on the roof';
const ENVIRONMENT = {
  APP_HOST: 'app.example.com',
  SESSION_SECRET: SECRET,
  ACCESS: 'passphrase',
  ACCESS_PASSPHRASE: PASSPHRASE,
  ACCESS_CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
  ACCESS_REQUESTS_PER_MINUTE: '1000',
  ACCESS_REQUESTS_PER_DAY: '3',
  ACCESS_TOKENS_PER_DAY: '100',
  ACCESS_USERS_PER_ADDRESS: '2',
  ACCESS_SERVER_REQUESTS_PER_DAY: '10',
};
const START = Date.UTC(2026, 10, 23);

/** A server, with browsers at different addresses. */
class Server {
  now = START;
  readonly #tries = createFailedTries(() => this.now);
  readonly #ledger = createUsageLedger(() => this.now);
  readonly #cookies = new Map<string, Map<string, string>>();

  async give(address: string, body: { passphrase: string } | { leave: true }): Promise<number> {
    const request = this.#request(address, JSON.stringify(body));
    const response = await answerAccess(request, { environment: ENVIRONMENT, tries: this.#tries, now: this.now });
    const jar = this.#jar(address);
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      const at = pair.indexOf('=');
      if (header.includes('Max-Age=0')) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response.status;
  }

  forget(address: string): void {
    this.#jar(address).clear();
  }

  /** Returns whether a model would have been asked. */
  async ask(address: string, tokens: number): Promise<boolean> {
    const request = this.#request(address);
    const access = await serverAccess(request, ENVIRONMENT, { fetch: () => Promise.reject(new Error('none')), now: this.now });
    if (!access.isGranted || access.user === null) return false;
    const shares = serverKeyShares(ENVIRONMENT, access.user, clientOf(request, ENVIRONMENT));
    const { ok } = await this.#ledger.admit(shares);
    if (ok) await this.#ledger.used(shares, tokens);
    return ok;
  }

  #jar(address: string): Map<string, string> {
    const jar = this.#cookies.get(address) ?? new Map<string, string>();
    this.#cookies.set(address, jar);
    return jar;
  }

  #request(address: string, body?: string): Request {
    const cookie = [...this.#jar(address)].map(([name, value]) => `${name}=${value}`).join('; ');
    // The proxy appends its entry to those of the sender.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.9.8.7, ${address}`, cookie };
    return new Request('https://app.example.com/api/access', { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
  }
}

const step = fc.oneof(
  fc.record({ act: fc.constant('ask' as const), tokens: fc.integer({ min: 0, max: 150 }) }),
  fc.record({ act: fc.constantFrom('sign-in' as const, 'sign-out' as const, 'forget' as const, 'guess' as const) }),
);

describe('what is used of a server with a passphrase', () => {
  it('is bounded for an address, whatever is signed in, signed out and forgotten, and for all addresses', async () => {
    const steps = fc.array(fc.record({ step, address: fc.constantFrom('203.0.113.1', '203.0.113.2') }), { minLength: 20, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const server = new Server();
        const used = new Map<string, { requests: number; tokens: number }>();
        for (const { step: each, address } of all) {
          server.now += 1_000;
          if (each.act === 'sign-in') await server.give(address, { passphrase: PASSPHRASE });
          if (each.act === 'guess') await server.give(address, { passphrase: 'a wrong one' });
          if (each.act === 'sign-out') await server.give(address, { leave: true });
          if (each.act === 'forget') server.forget(address);
          if (each.act !== 'ask') continue;
          const before = used.get(address) ?? { requests: 0, tokens: 0 };
          if (!(await server.ask(address, each.tokens))) continue;
          // The tokens of a request are known only after it was answered, so the last one may exceed the limit.
          expect(before.tokens).toBeLessThan(200);
          used.set(address, { requests: before.requests + 1, tokens: before.tokens + each.tokens });
        }
        for (const { requests } of used.values()) expect(requests).toBeLessThanOrEqual(6);
      }),
      { numRuns: 50 },
    );
  });

  it('is one user’s for who comes back, twice as much for an address, and for the whole server no more than was said', async () => {
    const server = new Server();
    const askUntilRefused = async (address: string) => {
      let count = 0;
      while (await server.ask(address, 1)) count += 1;
      return count;
    };
    const signIn = (address: string) => server.give(address, { passphrase: PASSPHRASE });
    await signIn('203.0.113.1');
    expect(await askUntilRefused('203.0.113.1')).toBe(3);
    for (let again = 0; again < 100; again += 1) {
      expect(await server.give('203.0.113.1', { leave: true })).toBe(204);
      expect(await signIn('203.0.113.1')).toBe(204);
    }
    expect(await askUntilRefused('203.0.113.1')).toBe(0);
    let total = 0;
    for (let again = 0; again < 20; again += 1) {
      server.forget('203.0.113.1');
      await signIn('203.0.113.1');
      total += await askUntilRefused('203.0.113.1');
    }
    expect(total).toBe(3);
    for (let at = 2; at < 20; at += 1) {
      await signIn(`203.0.113.${at}`);
      total += await askUntilRefused(`203.0.113.${at}`);
    }
    expect(total + 3).toBe(10);
    server.now += 86_400_000;
    expect(await askUntilRefused('203.0.113.1')).toBe(3);
  });
});
