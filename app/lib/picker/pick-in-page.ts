import type { PickedElement, PickerKey, PickerStop, ToPicker } from 'devonz-engine-protocol/page-pick';
import { pickerMessageSchema } from './picker-message-schema.ts';

/** How long a page has to say that it lets elements be picked. Milliseconds. */
const START_MS = 4_000;
/** Nobody presses an arrow key more often, all the while. */
const MOST_MESSAGES = 2_000;

/** Why it is over: `silent`, nothing in the page answers (it hangs, or is no page of a program); `failed`, its own policy forbids it. */
export type PickEnd = 'picked' | 'left' | 'silent' | 'failed' | 'flooded';

export interface PickOptions {
  /** Asks the page alone, with the port by which it answers. */
  ask(port: MessagePort): void;
  /** The keyboard has come to an element. */
  onStop(element: PickerStop): void;
  /** Once at most. */
  onPicked(element: PickedElement): void;
  onEnd(end: PickEnd): void;
}

export interface Picking {
  press(key: PickerKey): void;
  /** `onEnd` is not called. */
  leave(): void;
}

/**
 * Lets the user pick one element of a page. Nothing is heard of the page before and after: it answers through a port of this one time,
 * which is closed with the first element that it names, whether the user has pressed it or not.
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
