import type { FromPicker } from 'devonz-engine-protocol/page-pick';
import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { ResolveStack } from '../stack-resolver.ts';
import type { Picker } from './picker.ts';

/** All events that a press, a tap or a key causes. */
const EVENTS = [
  ...['pointerdown', 'pointermove', 'pointerover', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'touchstart', 'touchend'],
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'dragstart', 'keydown', 'keypress', 'keyup'],
] as const;

export interface PickingOffer {
  begin(port: MessagePort): Promise<void>;
}

/**
 * Lets the embedder's user pick an element. The picker is loaded on demand, but listens from the start, because a page
 * that stops events at its window would otherwise receive them first.
 */
export function offerPicking(page: Window & typeof globalThis, resolveStack: ResolveStack): PickingOffer {
  let picker: Picker | null = null;
  for (const type of EVENTS) {
    // Non-passive touch listeners would delay scrolling on every page.
    page.addEventListener(type, (event) => picker?.handle(event), { capture: true, passive: type.startsWith('touch') });
  }
  return {
    async begin(port) {
      picker?.leave();
      try {
        const address = new URL(PREVIEW_PATHS.elementPicker, page.location.origin).href;
        const { createElementPicker }: typeof import('./element-picker.ts') = await import(address);
        const created = createElementPicker({
          page,
          port,
          resolveStack,
          onEnd() {
            if (picker === created) picker = null;
          },
        });
        picker?.leave();
        picker = created;
      } catch {
        port.postMessage({ type: 'failed' } satisfies FromPicker);
        port.close();
      }
    },
  };
}
