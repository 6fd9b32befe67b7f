import { askForgetPage } from 'devonz-engine-protocol/forget/ask-forget-page';
import { emptyOrigin, whatIsLeft } from 'devonz-engine-protocol/forget/empty-origin';
import { FORGET_ENGINE_PATH } from 'devonz-engine-protocol/forget/forget-messages';
import { originStorage } from 'devonz-engine-protocol/forget/origin-storage';
import { withinSeconds } from 'devonz-engine-protocol/forget/within-seconds';
import { aloneInBrowser } from './alone-in-browser.ts';
import type { ForgetPorts } from './delete-everything.ts';

/** Milliseconds. Pages without unsaved work close at once. */
const LONGEST_WAIT_FOR_PAGES = 5_000;
/** Milliseconds; longer, because there may be many previews. */
const LONGEST_WAIT_FOR_ENGINE = 120_000;
const LONGEST_WAIT_FOR_SERVER = 20_000;

export function browserForget(page: Window & typeof globalThis, sandboxOrigin: string, databaseName: string): ForgetPorts {
  const storage = originStorage(page, [databaseName]);
  const within = withinSeconds(15);
  return {
    emptyOrigin: () => emptyOrigin(storage, within),
    whatIsLeft: () => whatIsLeft(storage, within),
    async askServer() {
      const signal = AbortSignal.timeout(LONGEST_WAIT_FOR_SERVER);
      return (await page.fetch('/api/forget', { method: 'POST', cache: 'no-store', signal })).status === 204;
    },
    async emptyEngine() {
      const frame = page.document.createElement('iframe');
      const asked = { address: sandboxOrigin + FORGET_ENGINE_PATH, longestWait: LONGEST_WAIT_FOR_ENGINE };
      return (await askForgetPage(frame, () => page.document.body.appendChild(frame), asked))?.left === 0;
    },
    alone: (run) => aloneInBrowser(page, LONGEST_WAIT_FOR_PAGES, run),
  };
}
