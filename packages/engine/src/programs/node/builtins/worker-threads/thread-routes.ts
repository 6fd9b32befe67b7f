import { nodeError } from '../../errors/node-error.ts';
import { validateNumber } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import type { RoutedMessage } from './thread-messages.ts';
import { readTransferList } from './transfer-list.ts';

type Send = (message: RoutedMessage, transfer: readonly Transferable[]) => void;
type Outcome = 'done' | 'failed' | 'errored' | 'timeout' | 'same';

const FAILURES: Record<Exclude<Outcome, 'done'>, readonly [string, string]> = {
  failed: ['ERR_WORKER_MESSAGING_FAILED', 'Cannot find the destination thread or listener'],
  errored: ['ERR_WORKER_MESSAGING_ERRORED', 'The destination thread threw an error while processing the message'],
  timeout: ['ERR_WORKER_MESSAGING_TIMEOUT', 'Sending a message to another thread timed out'],
  same: ['ERR_WORKER_MESSAGING_SAME_THREAD', 'Cannot sent a message to the same thread'],
};

/** Routes messages between any two threads of a process along the tree that they form. */
class ThreadRoutes {
  /** For each descendant thread, the sender to the child that leads to it. */
  readonly #below = new Map<number, Send>();
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #lastNumber = 0;

  constructor(private readonly host: NodeHost) {}

  get #own(): number {
    return this.host.thread?.start.threadId ?? 0;
  }

  add(threadId: number, send: Send): void {
    this.#below.set(threadId, send);
    this.host.thread?.post({ type: 'below', threadId });
  }

  remove(send: Send): void {
    for (const [threadId, other] of this.#below) if (other === send) this.#below.delete(threadId);
  }

  /** Delivers a message to this thread, or forwards it. */
  pass(message: RoutedMessage, ports: readonly MessagePort[]): void {
    if (message.to === this.#own) {
      this.#receive(message, ports);
      return;
    }
    const send = this.#below.get(message.to) ?? this.host.thread?.post;
    if (send !== undefined) send(message, message.transfer ?? ports);
    else if (message.outcome === undefined) this.#answer(message, 'failed');
  }

  #answer({ from, number }: RoutedMessage, outcome: Outcome): void {
    this.pass({ type: 'routed', to: from, from: this.#own, number, outcome }, []);
  }

  #receive(message: RoutedMessage, ports: readonly MessagePort[]): void {
    if (message.outcome !== undefined) {
      this.#waiting.get(message.number)?.(message.outcome as Outcome); // Sent by another thread's `#answer`.
      return;
    }
    ports.forEach((port, index) => {
      const buffers = message.ports?.[index];
      if (buffers !== undefined) this.host.ports().adopt(port, buffers);
    });
    const emit = this.host.builtin('process').emit as (name: string, value: unknown, from: number) => boolean;
    try {
      this.#answer(
        message,
        Reflect.apply(emit, this.host.builtin('process'), ['workerMessage', message.value, message.from]) ? 'done' : 'failed',
      );
    } catch {
      this.#answer(message, 'errored');
    }
  }

  send(to: unknown, value: unknown, list: unknown, time: unknown): Promise<void> {
    const [given, timeout] = typeof list === 'number' && time === undefined ? [[], list] : [list, time];
    if (timeout !== undefined) validateNumber(timeout, 'timeout', 0);
    const transfer = readTransferList(given);
    const number = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      const release = this.host.loop.ref();
      const finish = (outcome: Outcome) => {
        if (!this.#waiting.delete(number)) return;
        timer?.close();
        release();
        if (outcome === 'done') resolve();
        else reject(nodeError(Error, ...FAILURES[outcome]));
      };
      this.#waiting.set(number, finish);
      const timer = timeout === undefined ? null : this.host.timers.setTimeout(() => finish('timeout'), timeout);
      if (to === this.#own) {
        finish('same');
        return;
      }
      const ports = this.host.ports().detachPorts(transfer);
      this.pass({ type: 'routed', to: Number(to), from: this.#own, number, value, ports, transfer: transfer as Transferable[] }, []);
    });
  }
}

const routes = new WeakMap<NodeHost, ThreadRoutes>();

export function routesOf(host: NodeHost): ThreadRoutes {
  const known = routes.get(host) ?? new ThreadRoutes(host);
  routes.set(host, known);
  return known;
}

/** Starts routing; call it once the program has had the chance to add listeners. */
export function listenToRoutes(host: NodeHost): void {
  host.thread?.onRouted((message, ports) => host.loop.run(() => routesOf(host).pass(message, ports)));
}
