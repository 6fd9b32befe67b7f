import type { KeyNamespace } from '../connections/key-store.server.ts';
import { toBase64Url } from '../connections/seal.server.ts';

export interface UsageLimits {
  readonly perMinute: number;
  /** Infinity: none. */
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

/** One of those whom a request is counted for. */
export interface UsageShare {
  readonly whose: 'user' | 'address' | 'server';
  /** Unlike any name of another kind. */
  readonly name: string;
  readonly limits: UsageLimits;
}

export type UsageAdmission =
  | { ok: true }
  | { ok: false; limit: 'minute' | 'requests' | 'tokens'; share: UsageShare; retryAfterSeconds: number };

/** The use of each user, each address and the whole server. */
export interface UsageLedger {
  /** Counts one request for each of them, where all of them still have room for it. */
  admit(shares: readonly UsageShare[]): Promise<UsageAdmission>;
  used(shares: readonly UsageShare[], tokens: number): Promise<void>;
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
  const open = ({ name, limits: { perMinute } }: UsageShare, written: UsageCount): Account => {
    const at = now();
    const day = dayOf(at);
    const account = accounts.get(name) ?? { day, requests: 0, tokens: 0, room: perMinute, seenAt: at };
    if (account.day !== day) Object.assign(account, { day, requests: 0, tokens: 0 });
    account.room = Math.min(perMinute, account.room + ((at - account.seenAt) / MINUTE_MS) * perMinute);
    account.seenAt = at;
    // The newest last.
    accounts.delete(name);
    accounts.set(name, account);
    const [oldest] = accounts.keys();
    if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    account.requests = Math.max(account.requests, written.requests);
    account.tokens = Math.max(account.tokens, written.tokens);
    return account;
  };
  return {
    async admit(shares) {
      const written = await Promise.all(shares.map(({ name }) => readCount(namespace, name, dayOf(now()))));
      // Nothing is waited for from here to the count: of many requests at once each finds what the one before it has counted.
      const opened = shares.map((share, index) => ({ share, account: open(share, written[index] ?? NOTHING_USED) }));
      for (const { share, account } of opened) {
        const refusal = refusalOf(share, account, now());
        if (refusal !== null) return refusal;
      }
      for (const { account } of opened) {
        account.room -= 1;
        account.requests += 1;
      }
      await Promise.all(opened.map(({ share, account }) => writeCount(namespace, share.name, account)));
      return { ok: true };
    },
    async used(shares, tokens) {
      await Promise.all(
        shares.map(async (share) => {
          // One that was forgotten in the meantime begins with what this took.
          const account = accounts.get(share.name) ?? open(share, NOTHING_USED);
          account.tokens += tokens;
          await writeCount(namespace, share.name, account);
        }),
      );
    },
  };
}

function refusalOf(share: UsageShare, account: Account, now: number): Extract<UsageAdmission, { ok: false }> | null {
  const { perMinute, requestsPerDay, tokensPerDay } = share.limits;
  const untilTomorrow = ((account.day + 1) * DAY_MS - now) / 1_000;
  if (account.requests >= requestsPerDay) return { ok: false, limit: 'requests', share, retryAfterSeconds: untilTomorrow };
  if (account.tokens >= tokensPerDay) return { ok: false, limit: 'tokens', share, retryAfterSeconds: untilTomorrow };
  if (account.room >= 1) return null;
  return { ok: false, limit: 'minute', share, retryAfterSeconds: ((1 - account.room) * 60) / perMinute };
}

interface UsageCount {
  readonly requests: number;
  readonly tokens: number;
}

const NOTHING_USED: UsageCount = { requests: 0, tokens: 0 };

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

async function readCount(namespace: KeyNamespace | undefined, name: string, day: number): Promise<UsageCount> {
  // A store that does not answer is no reason to refuse: memory counts on.
  const text = await namespace?.get(await keyOf(name, day)).catch(() => null);
  const [, requests = '0', tokens = '0'] = /^(\d+) (\d+)$/.exec(text ?? '') ?? [];
  return { requests: Number(requests), tokens: Number(tokens) };
}

async function writeCount(namespace: KeyNamespace | undefined, name: string, { day, requests, tokens }: Account): Promise<void> {
  await namespace?.put(await keyOf(name, day), `${requests} ${Math.round(tokens)}`, { expirationTtl: KEPT_SECONDS }).catch(() => undefined);
}

/** Without the name of anybody. */
async function keyOf(name: string, day: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return `usage/${day}/${toBase64Url(new Uint8Array(digest))}`;
}
