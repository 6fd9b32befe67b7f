export interface LastClientPorts {
  later(work: () => void, milliseconds: number): () => void;
  graceMilliseconds: number;
  /** Called once. */
  onEnd(): void;
}

/** Ends the bridge some time after its last client has gone. It waits without limit for the first client. */
export class LastClient {
  readonly #ports: LastClientPorts;
  #cancel: (() => void) | null = null;

  constructor(ports: LastClientPorts) {
    this.#ports = ports;
  }

  /** Must be called whenever the number of clients changes. */
  count(clients: number): void {
    this.#cancel?.();
    const { later, onEnd, graceMilliseconds } = this.#ports;
    this.#cancel = clients === 0 ? later(onEnd, graceMilliseconds) : null;
  }
}
