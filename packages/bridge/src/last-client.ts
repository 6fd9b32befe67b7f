export interface LastClientPorts {
  later(work: () => void, milliseconds: number): () => void;
  graceMilliseconds: number;
  /** Called once. */
  onEnd(): void;
}

/** Ends the bridge a while after its last client has gone. Before the first one has come, it waits without end. */
export class LastClient {
  readonly #ports: LastClientPorts;
  #cancel: (() => void) | null = null;

  constructor(ports: LastClientPorts) {
    this.#ports = ports;
  }

  /** Told whenever the number of clients changes. */
  count(clients: number): void {
    this.#cancel?.();
    const { later, onEnd, graceMilliseconds } = this.#ports;
    this.#cancel = clients === 0 ? later(onEnd, graceMilliseconds) : null;
  }
}
