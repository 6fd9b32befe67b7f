import type {
  ClientFacts,
  HostToRegistry,
  InterceptedAnswer,
  InterceptedRequest,
  RegistrationFacts,
  RegistryToHost,
  WorkerFacts,
  WorkerState,
} from '../../emulated-workers.ts';
import { streamsIn } from './streams-in.ts';

type HostAnswer = Extract<HostToRegistry, { type: 'answer' }>['answer'];

/** The requests of a worker's script. */
export interface WorkerWishes {
  changed(): void;
  clients(): ClientFacts[];
  post(client: string, data: unknown, ports: MessagePort[]): void;
  claim(): void;
  skipWaiting(): void;
  unregister(): boolean;
}

/** A script that does not finish its initial run in this time is rejected. */
const LONGEST_START_MS = 30_000;

let lastId = 0;

/** One version of a program's service worker: a worker that runs its script, and the registry's end of the port to it. */
export class EmulatedWorker {
  readonly id = ++lastId;
  readonly script: string;
  skipsWaiting = false;
  #state: WorkerState = 'parsed';
  #lastCall = 0;
  readonly #port: MessagePort;
  readonly #faults = new Map<number, (fault: string | null) => void>();
  readonly #answers = new Map<number, (answer: HostAnswer) => void>();

  constructor(
    private readonly worker: Worker,
    private readonly place: { script: string; scope: string },
    private readonly wishes: WorkerWishes,
  ) {
    this.script = place.script;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event: MessageEvent<HostToRegistry>) => this.#hear(event.data, [...event.ports]);
    worker.postMessage({ type: 'begin', ...place } satisfies RegistryToHost, [port2]);
  }

  /** Resolves once the script has run; rejects if it throws. */
  begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (reason: string): void => {
        // Removed first, because ending the worker would otherwise report its end as the reason.
        this.#faults.delete(0);
        this.end();
        const { scope, script } = this.place;
        reject(
          new TypeError(
            `Failed to register a ServiceWorker for scope ('${scope}') with script ('${script}'): ServiceWorker script evaluation failed${reason}`,
          ),
        );
      };
      const timer = setTimeout(() => refuse(': it runs for too long.'), LONGEST_START_MS);
      this.worker.onerror = (event) => {
        clearTimeout(timer);
        event.preventDefault();
        refuse(event.message ? `: ${event.message}` : '.');
      };
      // The worker receives its first message once its script has run.
      this.#faults.set(0, (fault) => {
        clearTimeout(timer);
        this.worker.onerror = null;
        if (fault === null) resolve();
        else refuse(`: ${fault}`);
      });
    });
  }

  /** Resolves with the reason of the failure, or `null`. */
  run(event: 'install' | 'activate'): Promise<string | null> {
    return this.#call(
      (call) => this.#faults.set(call.number, call.resolve),
      (call) => ({ type: 'event', call, event }),
    );
  }

  fetch(request: InterceptedRequest): Promise<Exclude<InterceptedAnswer, { type: 'pass' }> | { type: 'pass' }> {
    const transfer = request.body === null ? [] : [request.body];
    return this.#call(
      (call) => this.#answers.set(call.number, call.resolve),
      (call) => ({ type: 'fetch', call, request }),
      transfer,
    );
  }

  deliver(client: ClientFacts, data: unknown, ports: MessagePort[]): void {
    const { id, url, visibilityState, focused, isControlled } = client;
    this.#tell({ type: 'message', client: { id, url, visibilityState, focused, isControlled }, data }, [...ports, ...streamsIn(data)]);
  }

  know(registration: RegistrationFacts): void {
    this.#tell({ type: 'registration', registration });
  }

  setState(state: WorkerState): void {
    this.#state = state;
    this.wishes.changed();
  }

  end(): void {
    this.worker.terminate();
    this.#port.close();
    // Each is called once: a listener may end the worker again.
    const [faults, answers] = [[...this.#faults.values()], [...this.#answers.values()]];
    this.#faults.clear();
    this.#answers.clear();
    for (const settle of faults) settle('The worker has ended.');
    for (const settle of answers) settle({ type: 'pass' });
    if (this.#state !== 'redundant') this.setState('redundant');
  }

  facts(): WorkerFacts {
    return { id: this.id, script: this.script, state: this.#state };
  }

  #call<Value>(
    keep: (call: { number: number; resolve: (value: Value) => void }) => void,
    message: (call: number) => RegistryToHost,
    transfer: Transferable[] = [],
  ): Promise<Value> {
    this.#lastCall += 1;
    const number = this.#lastCall;
    return new Promise((resolve) => {
      keep({ number, resolve });
      this.#tell(message(number), transfer);
    });
  }

  #hear(message: HostToRegistry, ports: MessagePort[]): void {
    switch (message.type) {
      case 'done':
        take(this.#faults, message.call)?.(message.fault);
        break;
      case 'answer':
        take(this.#answers, message.call)?.(message.answer);
        break;
      case 'skip-waiting':
        this.skipsWaiting = true;
        this.wishes.skipWaiting();
        break;
      case 'claim':
        this.wishes.claim();
        this.#tell({ type: 'settled', call: message.call });
        break;
      case 'clients':
        this.#tell({ type: 'clients', call: message.call, clients: this.wishes.clients() });
        break;
      case 'unregister':
        this.#tell({ type: 'settled', call: message.call });
        this.wishes.unregister();
        break;
      case 'message':
        this.wishes.post(message.client, message.data, ports);
    }
  }

  #tell(message: RegistryToHost, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

function take<Value>(map: Map<number, Value>, key: number): Value | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}
