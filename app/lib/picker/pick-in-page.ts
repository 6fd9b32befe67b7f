import type { PickedElement, PickerKey, PickerStop, ToPicker } from 'devonz-engine-protocol/page-pick';
import { pickerMessageSchema } from './picker-message-schema.ts';

/** Milliseconds in which a page must confirm that elements can be picked. */
const START_MS = 4_000;
/** More messages than a user with arrow keys can cause. */
const MOST_MESSAGES = 2_000;

/** How picking ended. `silent`: the page does not respond (it hangs, or is not a program's page). `failed`: its own policy forbids it. */
export type PickEnd = 'picked' | 'left' | 'silent' | 'failed' | 'flooded';

export interface PickOptions {
  /** Asks only this page, with the port for its answers. */
  ask(port: MessagePort): void;
  /** The keyboard has moved to an element. */
  onStop(element: PickerStop): void;
  /** Called at most once. */
  onPicked(element: PickedElement): void;
  onEnd(end: PickEnd): void;
}

export interface Picking {
  press(key: PickerKey): void;
  /** Ends picking without calling `onEnd`. */
  leave(): void;
}

/**
 * Lets the user pick one element of a page. Meanwhile the page can send messages, through a port that is used only once: it is closed as
 * soon as the page names an element, whether or not the user has pressed it.
 */
export function pickInPage({ ask, onStop, onPicked, onEnd }: PickOptions): Picking {
  const { port1: port, port2 } = new MessageChannel();
  const tell = (message: ToPicker) => port.postMessage(message);
  let messages = 0;
  const close = () => {
    clearTimeout(timer);
    port.onmessage = null;
    port.close();
  };
  const end = (why: PickEnd) => {
    if (why !== 'picked') tell({ type: 'leave' });
    close();
    onEnd(why);
  };
  const timer = setTimeout(() => end('silent'), START_MS);
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    messages += 1;
    if (messages > MOST_MESSAGES) return end('flooded');
    const message = pickerMessageSchema.safeParse(data).data;
    switch (message?.type) {
      case 'started':
        return clearTimeout(timer);
      case 'at':
        return onStop(message.element);
      case 'picked':
        end('picked');
        return onPicked(message.element);
      case 'left':
      case 'failed':
        return end(message.type);
    }
  };
  ask(port2);
  return {
    press: (key) => tell({ type: 'key', key }),
    leave() {
      tell({ type: 'leave' });
      close();
    },
  };
}
