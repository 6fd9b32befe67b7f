import type { Plugin } from 'vite';
import { loadOwnComputer, receiveOwnComputerKey } from './own-computer.mjs';

const ANSWERS = '/scripts/serve/answer-by-host.ts';

/**
 * Serves the hosts of functions/_middleware.ts in Vite's dev server, with the same code. `files` contains `/engine/*`, kept up to date by
 * dev.mjs, as is the bridge to this computer.
 */
export function devHostsPlugin(options: { files: string; variables: Record<string, string> }): Plugin {
  return {
    name: 'devonz:hosts',
    apply: 'serve',
    async configureServer(server) {
      const { root } = server.config;
      const key = await receiveOwnComputerKey();
      // Vite without dev.mjs has no key and no built bridge; it then answers like a server without a bridge.
      const ownComputer = key === null ? null : await loadOwnComputer({ root, key, variables: options.variables }).catch(() => null);
      server.middlewares.use((incoming, outgoing, next) => {
        if (ownComputer?.answers(incoming, outgoing)) return;
        // Loaded by Vite instead of imported: Node, which loads the configuration, does not run TypeScript of a workspace package.
        server
          .ssrLoadModule(ANSWERS)
          .then((module) => (module as typeof import('./answer-by-host.ts')).answerByHost(incoming, outgoing, next, options)) // Vite has no types for it.
          .catch(next);
      });
    },
  };
}
