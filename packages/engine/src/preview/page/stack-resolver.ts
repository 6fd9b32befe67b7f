import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { SourcePlaces } from './source-places.ts';

/** A stack is not kept from its reader for longer, whatever its files' server does. Milliseconds. */
const LONGEST_WAIT = 1_500;

/** A stack with the places of its sources; as it is where they cannot be had. */
export type ResolveStack = (stack: string) => Promise<string>;

/** What reads source maps is loaded with the first stack. The page is used here as it was before its own scripts ran. */
export function stackResolver(page: Window & typeof globalThis): ResolveStack {
  const fetch = page.fetch.bind(page);
  let places: Promise<SourcePlaces> | null = null;
  const resolve = async (stack: string): Promise<string> => {
    places ??= loadPlaces(page.location.origin, fetch);
    return (await places).resolve(stack);
  };
  return (stack) => within(page, resolve(stack), stack);
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
