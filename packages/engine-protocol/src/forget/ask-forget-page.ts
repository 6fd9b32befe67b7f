import { FRAME_POLICY } from '../frame-policy.ts';
import { FORGET_PORT, type ForgetAnswer } from './forget-messages.ts';

interface HiddenFrame {
  title: string;
  src: string;
  addEventListener(type: 'load', listener: () => void): void;
  readonly contentWindow: { postMessage(message: unknown, targetOrigin: string, transfer: Transferable[]): void } | null;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

/**
 * Makes the page at this address empty its origin, in a new frame that `show` inserts into this page. Resolves with `null` if it does not
 * answer.
 */
export async function askForgetPage(
  frame: HiddenFrame,
  show: () => void,
  { address, longestWait }: { address: string; longestWait: number },
): Promise<ForgetAnswer | null> {
  frame.setAttribute('hidden', '');
  frame.title = 'Deletes what its origin keeps';
  frame.setAttribute('sandbox', FRAME_POLICY.bridge.sandbox);
  frame.src = address;
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<ForgetAnswer | null>((resolve) => {
      setTimeout(() => resolve(null), longestWait);
      port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(isAnswer(data) ? data : null);
      frame.addEventListener('load', () => frame.contentWindow?.postMessage(FORGET_PORT, new URL(address).origin, [port2]));
      show();
    });
  } finally {
    port1.close();
    frame.remove();
  }
}

/** Validates the answer: a program's worker may run on a preview's origin before its page. */
function isAnswer(data: unknown): data is ForgetAnswer {
  return typeof data === 'object' && data !== null && 'left' in data && typeof data.left === 'number';
}
