import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { OFFLINE_ENGINE_PATHS } from 'devonz-engine-protocol/offline/offline-engine-paths';
import { OFFLINE_PORT, type OfflineState, type OfflineWish } from 'devonz-engine-protocol/offline/offline-messages';
import type { OriginCopy } from './offline-service.ts';

/** Milliseconds for making a copy of the engine, and for checking it. */
const LONGEST_WORK = 300_000;
const LONGEST_LOOK = 10_000;

/** The copy at the engine's origin, managed by a hidden page of that origin that exists only during a request. */
export function createEngineCopy(page: Document, sandboxOrigin: string): OriginCopy {
  const ask = async (wish: OfflineWish): Promise<OfflineState> => {
    const frame = page.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Offline copy of the engine';
    frame.setAttribute('sandbox', FRAME_POLICY.bridge.sandbox);
    frame.src = sandboxOrigin + OFFLINE_ENGINE_PATHS.page;
    const { port1, port2 } = new MessageChannel();
    try {
      return await new Promise<OfflineState>((resolve) => {
        const give = (state: OfflineState) => resolve(state);
        setTimeout(() => give({ status: 'failed', reason: 'unknown' }), wish === 'keep' ? LONGEST_WORK : LONGEST_LOOK);
        port1.onmessage = ({ data }: MessageEvent<OfflineState>) => give(data);
        frame.onload = () => frame.contentWindow?.postMessage(OFFLINE_PORT, sandboxOrigin, [port2]);
        page.body.appendChild(frame);
        port1.postMessage(wish);
      });
    } finally {
      port1.close();
      frame.remove();
    }
  };
  return {
    look: () => ask('look'),
    keep: () => ask('keep'),
    async remove() {
      const state = await ask('remove');
      if (state.status !== 'none') throw new Error('the engine’s server did not answer');
    },
  };
}
