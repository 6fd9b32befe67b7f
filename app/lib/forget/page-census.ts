import { FORGET_CHANNEL, PAGES_LOCK } from '../protocol/storage-keys.ts';
import { FORGET_PATH, type ForgetPart, noteForgetPart } from './forget-address.ts';

/** What of a window is used here. */
export interface CensusPage {
  readonly location: Pick<Location, 'pathname' | 'replace' | 'reload'>;
  readonly sessionStorage: Storage;
  readonly navigator: { readonly locks?: LockManager };
  readonly BroadcastChannel: typeof BroadcastChannel;
  addEventListener: Window['addEventListener'];
}

/**
 * Counts this page among those that may write, from its first script on, and takes it away when everything is deleted: whatever runs in it
 * ends with it. A page that comes while that happens goes there as well.
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
    // For as long as the page lives. Whoever takes it away does not wait for this page any longer.
    ?.request(PAGES_LOCK, { mode: 'shared', ifAvailable: true }, (lock) =>
      lock === null ? leaveFor() : new Promise<never>(() => undefined),
    )
    .catch(leaveFor);
  // One that was only put aside would write again when its user comes back to it.
  page.addEventListener('pageshow', (event) => event.persisted && page.location.reload());
}

/** Nothing that is kept when a page goes is kept now, and nobody is asked whether it may go. */
export function leaveForDeletion(page: CensusPage, part: ForgetPart): void {
  for (const type of ['beforeunload', 'pagehide', 'visibilitychange'])
    page.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  noteForgetPart(page.sessionStorage, part);
  page.location.replace(FORGET_PATH);
}
