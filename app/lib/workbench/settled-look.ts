import type { Clock } from '../agent/contract/ports.ts';
import type { PreviewLook } from '../agent/contract/tool-ports.ts';
import type { PageLook } from '../protocol/project-facts/page-look.ts';

export interface LookedAtPage {
  /** Resolves with null if the page does not answer in time or its answer cannot be read. */
  ask(): Promise<PageLook | null>;
  /** Whether the frame has loaded anything, even a page that does not answer. */
  hasLoaded(): boolean;
}

/** How long a newly opened page may take to load: its server may have to compile it first. In milliseconds. */
const FIRST_LOAD_MS = 15_000;
/** How long a loaded page may take to show stable content. In milliseconds. */
const SETTLE_MS = 6_000;
const PAUSE_MS = 250;

const NO_ANSWER =
  'it did not answer in time; the server may still be compiling it, so look again, or it may hang. For what is no HTML, such as the answer of an API, use curl';

/** Asks repeatedly until the page has loaded and shows the same non-empty content twice; after the time limit, returns its last content. */
export async function settledLook(page: LookedAtPage, signal: AbortSignal, clock: Pick<Clock, 'now' | 'sleep'>): Promise<PreviewLook> {
  const begun = clock.now();
  let loadedAt: number | null = null;
  let last: PageLook | null = null;
  while (!signal.aborted) {
    const look = await page.ask();
    const isSame = look !== null && last !== null && look.lines.join('\n') === last.lines.join('\n');
    last = look ?? last;
    if (look?.isLoaded === true && isSame && look.lines.length > 0) break;
    const now = clock.now();
    if (look?.isLoaded === true || page.hasLoaded()) loadedAt ??= now;
    if (now >= (loadedAt === null ? begun + FIRST_LOAD_MS : loadedAt + SETTLE_MS)) break;
    await clock.sleep(PAUSE_MS, signal);
  }
  return last === null ? { ok: false, why: NO_ANSWER } : { ok: true, look: last };
}
