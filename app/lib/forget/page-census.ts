import { FORGET_CHANNEL, PAGES_LOCK } from '../protocol/storage-keys.ts';
import { FORGET_PATH, type ForgetPart, noteForgetPart } from './forget-address.ts';

/** The used parts of a window. */
export interface CensusPage {
  readonly location: Pick<Location, 'pathname' | 'replace' | 'reload'>;
  readonly sessionStorage: Storage;
  readonly navigator: { readonly locks?: LockManager };
  readonly BroadcastChannel: typeof BroadcastChannel;
  addEventListener: Window['addEventListener'];
}

/**
 * Registers this page, from its first script on, as one that may write data, and makes it leave when everything is deleted, which ends
 * everything in it. A page that opens during the deletion leaves too.
 */
export function joinPages(page: CensusPage): void {
  if (page.location.pathname === FORGET_PATH) return;
  let isLeaving = false;
  const leaveFor = () => {
    if (!isLeaving) leaveForDeletion(page, 'elsewhere');
    isLeaving = true;
  };
  new page.BroadcastChannel(FORGET_CHANNEL).onmessage = leaveFor;
  page.navigator.locks
    // Held as long as the page lives. If the lock is stolen, the deletion no longer waits for this page.
    ?.request(PAGES_LOCK, { mode: 'shared', ifAvailable: true }, (lock) =>
      lock === null ? leaveFor() : new Promise<never>(() => undefined),
    )
    .catch(leaveFor);
  // A page restored from the back/forward cache would write again.
  page.addEventListener('pageshow', (event) => event.persisted && page.location.reload());
}

/** Prevents the page from saving anything when it closes, and from asking for confirmation. */
export function leaveForDeletion(page: CensusPage, part: ForgetPart): void {
  for (const type of ['beforeunload', 'pagehide', 'visibilitychange'])
    page.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  noteForgetPart(page.sessionStorage, part);
  page.location.replace(FORGET_PATH);
}
