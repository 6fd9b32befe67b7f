import type { Clock } from '../agent/contract/ports.ts';
import type { PreviewLook } from '../agent/contract/tool-ports.ts';
import type { PageLook } from '../protocol/project-facts/page-look.ts';

export interface LookedAtPage {
  /** Null: no answer in time, or none that can be read. */
  ask(): Promise<PageLook | null>;
  /** Whether the frame has loaded something, be it a page that answers or not. */
  hasLoaded(): boolean;
}

/** A page that has just opened is loaded for so long: its server may have to compile it first. Milliseconds. */
const FIRST_LOAD_MS = 15_000;
/** How long a page that is loaded has to show something that stays. */
const SETTLE_MS = 6_000;
const PAUSE_MS = 250;

const NO_ANSWER = 'it did not answer; it may hang, be no HTML (what an API answers, curl shows), or be on a host that cannot ask its pages';

/** Asks again until the page has loaded and shows the same twice, and not nothing; what it shows at the end of that time otherwise. */
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
