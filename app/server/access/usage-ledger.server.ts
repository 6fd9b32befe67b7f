import type { KeyNamespace } from '../connections/key-store.server.ts';
import { toBase64Url } from '../connections/seal.server.ts';

export interface UsageLimits {
  readonly perMinute: number;
  /** Infinity means no limit. */
  readonly requestsPerDay: number;
  readonly tokensPerDay: number;
}

/** One of the accounts that a request is counted for. */
export interface UsageShare {
  readonly whose: 'user' | 'address' | 'server';
  /** Unique across all kinds of accounts. */
  readonly name: string;
  readonly limits: UsageLimits;
}

export type UsageAdmission =
  | { ok: true }
  | { ok: false; limit: 'minute' | 'requests' | 'tokens'; share: UsageShare; retryAfterSeconds: number };

/** Usage per user, per address and of the whole server. */
export interface UsageLedger {
  /** Counts one request for each of the accounts, if none of them is over its limit. */
  admit(shares: readonly UsageShare[]): Promise<UsageAdmission>;
  used(shares: readonly UsageShare[], tokens: number): Promise<void>;
}

interface Account {
  /** Days since 1970, in UTC. */
  day: number;
  requests: number;
  tokens: number;
  /** Requests that are allowed right now. They refill over a minute. */
  room: number;
  seenAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;
/** Above this number, the accounts that were unused longest are forgotten: their day starts again, or is read from the store. */
const MOST_ACCOUNTS = 10_000;
/** A day's count is not needed from the day after next. */
const KEPT_SECONDS = 2 * 24 * 60 * 60;

/**
 * Counts in this server's memory and, if there is a namespace, also there, so that other isolates see the counts. Workers KV shows a write
 * after up to a minute and allows one write per second and key, so a user of several isolates may use a little more than the limit.
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
    // Moves the account to the end: the map is ordered from oldest to newest use.
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
      // No await from here to the count: of many simultaneous requests each one sees the count of the one before it.
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
          // An account that was forgotten in the meantime starts again with these tokens.
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
  // If the store is unavailable, only the count in memory is used, and the request is not rejected.
  const text = await namespace?.get(await keyOf(name, day)).catch(() => null);
  const [, requests = '0', tokens = '0'] = /^(\d+) (\d+)$/.exec(text ?? '') ?? [];
  return { requests: Number(requests), tokens: Number(tokens) };
}

async function writeCount(namespace: KeyNamespace | undefined, name: string, { day, requests, tokens }: Account): Promise<void> {
  await namespace?.put(await keyOf(name, day), `${requests} ${Math.round(tokens)}`, { expirationTtl: KEPT_SECONDS }).catch(() => undefined);
}

/** Hashed, so that the key contains no name. */
async function keyOf(name: string, day: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return `usage/${day}/${toBase64Url(new Uint8Array(digest))}`;
}
