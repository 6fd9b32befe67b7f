import { ConnectionRefused, type KernelConnection, type KernelConnections } from './kernel-connections.ts';

/** How long to wait for the kernel's port after the bridge page has started, in milliseconds. */
const PATIENCE_MS = 4000;

interface Waiting {
  connect(connections: Connects): void;
  refuse(): void;
}
type Connects = Pick<KernelConnections, 'connect' | 'dispose'>;

/**
 * The connections to the kernel, whose port arrives some time after the bridge page has loaded. A service worker left from
 * an earlier session finds the page before that, so its requests wait. Later, a missing port means that the program has
 * ended.
 */
export class AwaitedConnections {
  private state: 'awaited' | 'closed' | Connects = 'awaited';
  private waiting: Waiting[] = [];

  constructor(after: (work: () => void, milliseconds: number) => void) {
    after(() => {
      if (this.state === 'awaited') this.close();
    }, PATIENCE_MS);
  }

  isOpen(): boolean {
    return typeof this.state === 'object';
  }

  open(connections: Connects): void {
    if (typeof this.state === 'object') this.state.dispose();
    this.state = connections;
    for (const each of this.waiting.splice(0)) each.connect(connections);
  }

  close(): void {
    if (typeof this.state === 'object') this.state.dispose();
    this.state = 'closed';
    for (const each of this.waiting.splice(0)) each.refuse();
  }

  /** Rejects with `ConnectionRefused` if no program listens. */
  connect(port: number): Promise<KernelConnection> {
    if (typeof this.state === 'object') return this.state.connect(port);
    const refusal = new ConnectionRefused('Nobody listens on the port.');
    if (this.state === 'closed') return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.waiting.push({ connect: (connections) => resolve(connections.connect(port)), refuse: () => reject(refusal) });
    });
  }
}
