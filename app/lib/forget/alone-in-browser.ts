import { FORGET_CHANNEL, PAGES_LOCK } from '../protocol/storage-keys.ts';
import type { CensusPage } from './page-census.ts';

/** Runs when no other page of the app is left. A page that does not close in time (because it is frozen) is ignored. */
export async function aloneInBrowser<Value>(
  page: Pick<CensusPage, 'BroadcastChannel' | 'navigator'>,
  longestWait: number,
  run: () => Promise<Value>,
): Promise<Value> {
  const { locks } = page.navigator;
  if (locks === undefined) return run();
  const channel = new page.BroadcastChannel(FORGET_CHANNEL);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), longestWait);
  const held = async () => {
    clearTimeout(timer);
    return run();
  };
  const asked = locks.request(PAGES_LOCK, { mode: 'exclusive', signal: waiting.signal }, held);
  // After the lock request: a page that opens from now on finds it pending.
  channel.postMessage('leave');
  try {
    return await asked;
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return await locks.request(PAGES_LOCK, { mode: 'exclusive', steal: true }, run);
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}
