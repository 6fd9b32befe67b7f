import type { ToChild } from '../child-messages.ts';
import type { MachineChildListener, StartMachineChild } from '../machine-child.ts';

export interface FakeChild {
  received: ToChild[];
  listener: MachineChildListener;
}

/** Programs that do what a test says. One that is asked to end does. */
export class FakeChildren {
  readonly started: FakeChild[] = [];

  readonly start: StartMachineChild = (listener) => {
    const child: FakeChild = { received: [], listener };
    this.started.push(child);
    let isEnded = false;
    return {
      send: (message) => void child.received.push(message),
      async end() {
        child.received.push({ type: 'end' });
        if (!isEnded) listener.onEnd('told to');
        isEnded = true;
      },
    };
  };
}
