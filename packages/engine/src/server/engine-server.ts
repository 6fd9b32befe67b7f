import { createServer } from 'node:http';
import { listenAt, listenOnLoopbacks } from './listen-on-loopbacks.mjs';
import { createNodeHandler, type NodeHandlerOptions } from './node-handler.ts';
import { LONGEST_HEAD } from './request-guard.mjs';

export interface EngineServerOptions extends NodeHandlerOptions {
  /** 0 selects a free port. */
  port: number;
  /**
   * The network address to listen on; by default `127.0.0.1`, which only this machine can reach, and for a host below `localhost` also
   * `::1`, to which browsers connect first.
   */
  address?: string;
}

export interface EngineServer {
  port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Starts a standalone server for the engine's hosts. Resolves once it listens. */
export async function startEngineServer({ port, address = '127.0.0.1', ...options }: EngineServerOptions): Promise<EngineServer> {
  const handler = createNodeHandler(options);
  const server = createServer({ requireHostHeader: false, maxHeaderSize: LONGEST_HEAD }, (incoming, outgoing) =>
    handler(incoming, outgoing),
  );
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const isForLocalhost = address === '127.0.0.1' && options.host.endsWith('.localhost');
  return { port: isForLocalhost ? await listenOnLoopbacks(server, port) : await listenAt(server, port, address), close };
}
