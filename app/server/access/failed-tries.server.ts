import type { KeyNamespace } from '../connections/key-store.server.ts';
import { toBase64Url } from '../connections/seal.server.ts';

/** How tries slow down: the first failures cost nothing, each one after them doubles the wait up to the longest. */
export interface BackOff {
  readonly free: number;
  /** So long a wait also makes one failure forgotten. */
  readonly longestWaitSeconds: number;
}

export interface Tried {
  readonly name: string;
  readonly backOff: BackOff;
}

export type TryResult = { kind: 'right' | 'wrong' } | { kind: 'too-soon'; retryAfterSeconds: number };

/** Who has failed how often of late. */
export interface FailedTries {
  /** `check` is asked where nobody of `tried` has to wait; what it refuses counts as a failure of each of them. */
  attempt(tried: readonly Tried[], check: () => Promise<boolean>): Promise<TryResult>;
}

interface Account {
  /** Failures that are not forgotten yet, as of `at`. */
  failures: number;
  at: number;
  /** When the next try is looked at. */
  until: number;
}

/** The longest unseen are forgotten. */
const MOST_ACCOUNTS = 50_000;
/** Longer than any failure is remembered. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Counts in the memory of this server, and where there is a namespace in that as well, for others of its isolates. */
export function createFailedTries(now: () => number, namespace?: KeyNamespace): FailedTries {
  const accounts = new Map<string, Account>();
  const open = ({ name, backOff }: Tried, written: Account | null): Account => {
    const at = now();
    const account = accounts.get(name) ?? { failures: 0, at, until: 0 };
    account.failures = Math.max(failuresAt(account, backOff, at), written === null ? 0 : failuresAt(written, backOff, at));
    account.until = Math.max(account.until, written?.until ?? 0);
    account.at = at;
    // The newest last.
    accounts.delete(name);
    accounts.set(name, account);
    const [oldest] = accounts.keys();
    if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    return account;
  };
  return {
    async attempt(tried, check) {
      const written = await Promise.all(tried.map(({ name }) => readAccount(namespace, name)));
      // Nothing is waited for from here to the count: of many tries at once each finds what the one before it has counted.
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

/** Returns what takes it back. */
function countFailure(account: Account, { free, longestWaitSeconds }: BackOff): () => void {
  const before = account.until;
  account.failures += 1;
  // A failure that is not forgotten whole is one: some milliseconds go by between any two.
  const failures = Math.ceil(account.failures);
  const seconds = failures < free ? 0 : Math.min(longestWaitSeconds, 2 ** (failures - free));
  const until = seconds === 0 ? before : account.at + seconds * 1_000;
  account.until = until;
  return () => {
    account.failures = Math.max(0, account.failures - 1);
    // Unless somebody else has failed in the meantime.
    if (account.until === until) account.until = before;
  };
}

async function readAccount(namespace: KeyNamespace | undefined, name: string): Promise<Account | null> {
  // A store that does not answer is no reason to refuse: memory counts on.
  const text = await namespace?.get(await keyOf(name)).catch(() => null);
  const [, failures, at, until] = /^(\d+(?:\.\d+)?) (\d+) (\d+)$/.exec(text ?? '') ?? [];
  return failures === undefined ? null : { failures: Number(failures), at: Number(at), until: Number(until) };
}

async function writeAccount(namespace: KeyNamespace | undefined, name: string, { failures, at, until }: Account): Promise<void> {
  const text = `${failures.toFixed(3)} ${Math.round(at)} ${Math.round(until)}`;
  await namespace?.put(await keyOf(name), text, { expirationTtl: KEPT_SECONDS }).catch(() => undefined);
}

/** Without the address of anybody. */
async function keyOf(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return `tries/${toBase64Url(new Uint8Array(digest))}`;
}
