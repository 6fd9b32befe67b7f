import type { Server } from 'node:http';
import type { Plugin } from 'vite';
import { alsoListenOnOtherLoopback } from '../../packages/engine/src/server/listen-on-loopbacks.mjs';

/**
 * Makes Vite's dev server, which listens at one address, hold its port at both loopback addresses. `onFailure` gets a
 * message that says why it cannot.
 */
export function loopbacksPlugin(onFailure: (sentence: string) => void): Plugin {
  return {
    name: 'devonz:loopbacks',
    apply: 'serve',
    configureServer({ httpServer }) {
      // Without encryption, Vite's server is one of Node's `http` servers.
      const server = httpServer as Server | null;
      server?.once('listening', () => {
        const address = server.address();
        if (typeof address !== 'object' || address === null) return;
        alsoListenOnOtherLoopback(server, address.port).catch((error: Error) => onFailure(error.message));
      });
    },
  };
}
