import { parentOrigins } from 'devonz-engine-protocol/client-wire/parent-origins';
import { askForgetPage } from 'devonz-engine-protocol/forget/ask-forget-page';
import { emptyOrigin } from 'devonz-engine-protocol/forget/empty-origin';
import { FORGET_PORT, type ForgetAnswer } from 'devonz-engine-protocol/forget/forget-messages';
import { originStorage } from 'devonz-engine-protocol/forget/origin-storage';
import { withinSeconds } from 'devonz-engine-protocol/forget/within-seconds';
import { parsePreviewHost } from 'devonz-engine-protocol/hosts';
import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { OpenedOrigins } from '../../../preview/page/forget/opened-origins.ts';

// Script of `/forget`: deletes all data of the engine's origin and of all previews' origins, on request of a page that may boot the engine.
const declared = document.querySelector<HTMLMetaElement>('meta[name="devonz-parent-origins"]')?.content ?? '';
const clients = parentOrigins(declared, location);

/** The number of concurrent frames. */
const AT_ONCE = 6;
/** The limit for one origin, in milliseconds. */
const LONGEST_WAIT = 45_000;

/** Returns the origins that could not be emptied. */
async function emptyPreviews(opened: OpenedOrigins): Promise<string[]> {
  const waiting = opened.list().filter(isPreview);
  const failed: string[] = [];
  const work = async () => {
    for (let origin = waiting.pop(); origin !== undefined; origin = waiting.pop()) {
      const frame = document.createElement('iframe');
      const asked = { address: origin + PREVIEW_PATHS.forget, longestWait: LONGEST_WAIT };
      const answer = await askForgetPage(frame, () => document.body.append(frame), asked);
      if (answer?.left !== 0) failed.push(origin);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

function isPreview(origin: string): boolean {
  const { protocol, host } = URL.canParse(origin) ? new URL(origin) : { protocol: '', host: '' };
  return protocol === location.protocol && parsePreviewHost(host)?.sandboxHost === location.host;
}

addEventListener('message', async (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  if (event.source !== parent || !clients.includes(event.origin) || event.data !== FORGET_PORT || !port) return;
  const opened = new OpenedOrigins(() => localStorage);
  const failed = await emptyPreviews(opened);
  const own = await emptyOrigin(originStorage(window), withinSeconds(15));
  // These origins stay in the list, so that the next attempt includes them.
  for (const origin of failed) opened.note(origin);
  port.postMessage({ left: failed.length + own.length } satisfies ForgetAnswer);
});
