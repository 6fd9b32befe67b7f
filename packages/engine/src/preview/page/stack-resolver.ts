import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { SourcePlaces } from './source-places.ts';

/** The maximum delay of a stack, however slow the server of its files is, in milliseconds. */
const LONGEST_WAIT = 1_500;

/** Resolves with the stack and its places in the sources, or unchanged if they are unavailable. */
export type ResolveStack = (stack: string) => Promise<string>;

/** Loads the source map reader with the first stack. Uses the page's functions as they were before its own scripts ran. */
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

/** Resolves with `otherwise` if the page's policy forbids the script, or if a server hangs. */
function within(page: Window & typeof globalThis, work: Promise<string>, otherwise: string): Promise<string> {
  const late = new Promise<string>((done) => page.setTimeout(() => done(otherwise), LONGEST_WAIT));
  return Promise.race([work.catch(() => otherwise), late]);
}
