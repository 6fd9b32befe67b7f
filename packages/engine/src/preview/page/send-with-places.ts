import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { PortlessPreviewMessage } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import type { SourcePlaces } from './source-places.ts';

/** An error is not kept from its reader for longer, whatever its files' server does. Milliseconds. */
const LONGEST_WAIT = 1_500;

export type SendWithPlaces = (message: PortlessPreviewMessage) => void;

/** Each with the places of its sources, in the order in which they came; as they are when the page goes before that. */
export function sendWithPlaces(page: Window & typeof globalThis, post: PostToWorker): SendWithPlaces {
  const waiting = new Set<PortlessPreviewMessage>();
  const fetch = page.fetch.bind(page);
  let places: Promise<SourcePlaces> | null = null;
  let last = Promise.resolve();
  const resolve = async (stack: string): Promise<string> => {
    places ??= loadPlaces(page.location.origin, fetch);
    return (await places).resolve(stack);
  };
  const deliver = (waited: PortlessPreviewMessage, message: PortlessPreviewMessage) => {
    if (waiting.delete(waited)) post({ type: 'preview-message', message }, []);
  };
  page.addEventListener('pagehide', () => {
    for (const message of waiting) deliver(message, message);
  });
  return (message) => {
    // What is no error has none.
    const stack = 'stack' in message ? message.stack : undefined;
    waiting.add(message);
    const found = stack === undefined || stack === '' ? undefined : within(page, resolve(stack), stack);
    last = last.then(async () => deliver(message, { ...message, ...(found && { stack: await found }) }));
  };
}

async function loadPlaces(origin: string, fetch: typeof globalThis.fetch): Promise<SourcePlaces> {
  const module: typeof import('./source-places.ts') = await import(new URL(PREVIEW_PATHS.sourcePlaces, origin).href);
  const fetchText = async (url: string): Promise<string> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  };
  return new module.SourcePlaces({ origin, fetchText });
}

/** A page whose own policy allows no such script, or a server that hangs: `otherwise`. */
function within(page: Window & typeof globalThis, work: Promise<string>, otherwise: string): Promise<string> {
  const late = new Promise<string>((done) => page.setTimeout(() => done(otherwise), LONGEST_WAIT));
  return Promise.race([work.catch(() => otherwise), late]);
}
