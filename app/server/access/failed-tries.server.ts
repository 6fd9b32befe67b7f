import type { KeyNamespace } from '../connections/key-store.server.ts';
import { toBase64Url } from '../connections/seal.server.ts';

/**
 * The delays after failed tries: the first failures cost nothing, and each later one doubles the wait, up to the
 * longest.
 */
export interface BackOff {
  readonly free: number;
  /** The longest wait. One earlier failure is also forgotten for each such period without a try. */
  readonly longestWaitSeconds: number;
}

export interface Tried {
  readonly name: string;
  readonly backOff: BackOff;
}

export type TryResult = { kind: 'right' | 'wrong' } | { kind: 'too-soon'; retryAfterSeconds: number };

/** Counts the recent failures of each client. */
export interface FailedTries {
  /** Calls `check` only if none of `tried` has to wait. If it returns false, that counts as a failure of each of them. */
  attempt(tried: readonly Tried[], check: () => Promise<boolean>): Promise<TryResult>;
}

interface Account {
  /** Failures that are not forgotten yet, as of `at`. */
  failures: number;
  at: number;
  /** The time at which the next try is accepted. */
  until: number;
}

/** Above this number, the accounts that were unused longest are forgotten. */
const MOST_ACCOUNTS = 50_000;
/** Longer than any failure needs to be remembered. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Counts in this server's memory and, if there is a namespace, also there, where other isolates can read the counts. */
export function createFailedTries(now: () => number, namespace?: KeyNamespace): FailedTries {
  const accounts = new Map<string, Account>();
  const open = ({ name, backOff }: Tried, written: Account | null): Account => {
    const at = now();
    const account = accounts.get(name) ?? { failures: 0, at, until: 0 };
    account.failures = Math.max(failuresAt(account, backOff, at), written === null ? 0 : failuresAt(written, backOff, at));
    account.until = Math.max(account.until, written?.until ?? 0);
    account.at = at;
    // Moves the account to the end: the map is ordered from oldest to newest use.
    accounts.delete(name);
    accounts.set(name, account);
    const [oldest] = accounts.keys();
    if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    return account;
  };
  return {
    async attempt(tried, check) {
      const written = await Promise.all(tried.map(({ name }) => readAccount(namespace, name)));
      // No await from here to the count: of many simultaneous tries each one sees the count of the one before it.
      const opened = tried.map((each, index) => ({ ...each, account: open(each, written[index] ?? null) }));
      const wait = Math.max(0, ...opened.map(({ account }) => account.until - now()));
      if (wait > 0) return { kind: 'too-soon', retryAfterSeconds: wait / 1_000 };
      const takeBack = opened.map(({ account, backOff }) => countFailure(account, backOff));
      if (await check()) {
        for (const each of takeBack) each();
        return { kind: 'right' };
      }
      await Promise.all(opened.map(({ name, account }) => writeAccount(namespace, name, account)));
      return { kind: 'wrong' };
    },
  };
}

function failuresAt({ failures, at }: Account, { longestWaitSeconds }: BackOff, now: number): number {
  return Math.max(0, failures - Math.max(0, now - at) / (longestWaitSeconds * 1_000));
}

/** Returns a function that reverts the count. */
function countFailure(account: Account, { free, longestWaitSeconds }: BackOff): () => void {
  const before = account.until;
  account.failures += 1;
  // Rounded up: a failure that is only partly forgotten counts as a whole one, so some time must pass between any two
  // failures.
  const failures = Math.ceil(account.failures);
  const seconds = failures < free ? 0 : Math.min(longestWaitSeconds, 2 ** (failures - free));
  const until = seconds === 0 ? before : account.at + seconds * 1_000;
  account.until = until;
  return () => {
    account.failures = Math.max(0, account.failures - 1);
    // Unless there has been another failure in the meantime.
    if (account.until === until) account.until = before;
  };
}

async function readAccount(namespace: KeyNamespace | undefined, name: string): Promise<Account | null> {
  // If the store is unavailable, only the count in memory is used, and the try is not rejected.
  const text = await namespace?.get(await keyOf(name)).catch(() => null);
  const [, failures, at, until] = /^(\d+(?:\.\d+)?) (\d+) (\d+)$/.exec(text ?? '') ?? [];
  return failures === undefined ? null : { failures: Number(failures), at: Number(at), until: Number(until) };
}

async function writeAccount(namespace: KeyNamespace | undefined, name: string, { failures, at, until }: Account): Promise<void> {
  const text = `${failures.toFixed(3)} ${Math.round(at)} ${Math.round(until)}`;
  await namespace?.put(await keyOf(name), text, { expirationTtl: KEPT_SECONDS }).catch(() => undefined);
}

/** Hashed, so that the key contains no address. */
async function keyOf(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return `tries/${toBase64Url(new Uint8Array(digest))}`;
}
