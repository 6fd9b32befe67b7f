import type { KeyNamespace } from '../connections/key-store.server.ts';
import { toBase64Url } from '../connections/seal.server.ts';

export interface UsageLimits {
  readonly perMinute: number;
  /** Infinity: none. */
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

export type UsageAdmission = { ok: true } | { ok: false; limit: 'minute' | 'requests' | 'tokens'; retryAfterSeconds: number };

/** What each user has used. */
export interface UsageLedger {
  /** Counts one request, where there is still room for it. */
  admit(user: string, limits: UsageLimits): Promise<UsageAdmission>;
  used(user: string, tokens: number): Promise<void>;
}

interface Account {
  /** Days since 1970, in UTC. */
  day: number;
  requests: number;
  tokens: number;
  /** Requests that may come now; they come back over a minute. */
  room: number;
  seenAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;
/** The longest unseen are forgotten: their day begins again, or is read from the store. */
const MOST_ACCOUNTS = 10_000;
/** A day's count is of no use on the day after next. */
const KEPT_SECONDS = 2 * 24 * 60 * 60;

/**
 * Counts in the memory of this server, and where there is a namespace in that as well, so that others of its isolates see it. Workers KV
 * takes a minute to show what was written and one write a second for a name: a user of several isolates may use a little more.
 */
export function createUsageLedger(now: () => number, namespace?: KeyNamespace): UsageLedger {
  const accounts = new Map<string, Account>();
  const open = async (user: string, perMinute: number): Promise<Account> => {
    const at = now();
    const day = Math.floor(at / DAY_MS);
    const known = accounts.get(user);
    const account = known ?? { day, requests: 0, tokens: 0, room: perMinute, seenAt: at };
    if (account.day !== day) Object.assign(account, { day, requests: 0, tokens: 0 });
    account.room = Math.min(perMinute, account.room + ((at - account.seenAt) / MINUTE_MS) * perMinute);
    account.seenAt = at;
    // The newest last.
    accounts.delete(user);
    accounts.set(user, account);
    const [oldest] = accounts.keys();
    if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    const written = await readCount(namespace, user, day);
    account.requests = Math.max(account.requests, written.requests);
    account.tokens = Math.max(account.tokens, written.tokens);
    return account;
  };
  return {
    async admit(user, { perMinute, requestsPerDay, tokensPerDay }) {
      const account = await open(user, perMinute);
      const untilTomorrow = ((account.day + 1) * DAY_MS - now()) / 1_000;
      if (account.requests >= requestsPerDay) return { ok: false, limit: 'requests', retryAfterSeconds: untilTomorrow };
      if (account.tokens >= tokensPerDay) return { ok: false, limit: 'tokens', retryAfterSeconds: untilTomorrow };
      if (account.room < 1) return { ok: false, limit: 'minute', retryAfterSeconds: ((1 - account.room) * 60) / perMinute };
      account.room -= 1;
      account.requests += 1;
      await writeCount(namespace, user, account);
      return { ok: true };
    },
    async used(user, tokens) {
      const account = accounts.get(user);
      if (account === undefined) return;
      account.tokens += tokens;
      await writeCount(namespace, user, account);
    },
  };
}

async function readCount(namespace: KeyNamespace | undefined, user: string, day: number): Promise<{ requests: number; tokens: number }> {
  // A store that does not answer is no reason to refuse: memory counts on.
  const text = await namespace?.get(await nameOf(user, day)).catch(() => null);
  const [, requests = '0', tokens = '0'] = /^(\d+) (\d+)$/.exec(text ?? '') ?? [];
  return { requests: Number(requests), tokens: Number(tokens) };
}

async function writeCount(namespace: KeyNamespace | undefined, user: string, { day, requests, tokens }: Account): Promise<void> {
  await namespace
    ?.put(await nameOf(user, day), `${requests} ${Math.round(tokens)}`, { expirationTtl: KEPT_SECONDS })
    .catch(() => undefined);
}

/** Without the name of anybody. */
async function nameOf(user: string, day: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(user));
  return `usage/${day}/${toBase64Url(new Uint8Array(digest))}`;
}
