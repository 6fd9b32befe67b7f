import { setTimeout as wait } from 'node:timers/promises';
import type { Frame } from '@playwright/test';
import type { Shown } from './machine.ts';

const POLL_MILLISECONDS = 200;

/** A page in a frame, with its nested frames. `frame` is called each time, because a frame that reloads may be replaced. */
export function shownFrame(frame: () => Promise<Frame>, reload: () => Promise<void>): Shown {
  const isIn = async (each: Frame, text: string): Promise<boolean> => {
    // A frame that is being replaced shows nothing.
    if (
      (await each
        .getByText(text)
        .count()
        .catch(() => 0)) > 0
    )
      return true;
    for (const child of each.childFrames()) if (await isIn(child, text)) return true;
    return false;
  };
  return {
    async sees(text, milliseconds) {
      const until = Date.now() + milliseconds;
      for (;;) {
        if (await isIn(await frame(), text)) return true;
        if (Date.now() > until) return false;
        await wait(POLL_MILLISECONDS);
      }
    },
    text: async () =>
      (await frame())
        .locator('body')
        .innerText({ timeout: 2000 })
        .catch(() => ''),
    reload,
  };
}
