import { connect, createServer, type Server, type Socket } from 'node:net';

/** A network between a page and its bridge that breaks when a test says so, with whatever is on its way. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cuts = 0;
  #chunks = 0;
  #waiting: { chunks: number; wake(): void }[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: number): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (client) => proxy.#join(client, target));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** How often a connection was cut. */
  get cuts(): number {
    return this.#cuts;
  }

  cut(): void {
    if (this.#sockets.size > 0) this.#cuts += 1;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  /** Resolves when that many more pieces have passed, in both directions together. */
  afterChunks(count: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ chunks: this.#chunks + count, wake: resolve }));
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(client: Socket, target: number): void {
    const server = connect(target, '127.0.0.1');
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      // A reset is what a cut looks like.
      socket.on('error', () => socket.destroy());
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('data', () => this.#count());
    }
    client.pipe(server);
    server.pipe(client);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
  }

  #count(): void {
    this.#chunks += 1;
    this.#waiting = this.#waiting.filter(({ chunks, wake }) => {
      if (chunks > this.#chunks) return true;
      wake();
      return false;
    });
  }
}
