import type { Plugin } from 'vite';

const ANSWERS = '/scripts/serve/answer-by-host.ts';

/**
 * Serves the hosts of functions/_middleware.ts in Vite's dev server, with the same code. `files` contains `/engine/*`, kept up to date by
 * dev.mjs.
 */
export function devHostsPlugin(options: { files: string; variables: Record<string, string> }): Plugin {
  return {
    name: 'devonz:hosts',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        // Loaded by Vite instead of imported: Node, which loads the configuration, does not run TypeScript of a workspace package.
        server
          .ssrLoadModule(ANSWERS)
          .then((module) => (module as typeof import('./answer-by-host.ts')).answerByHost(incoming, outgoing, next, options)) // Vite has no types for it.
          .catch(next);
      });
    },
  };
}
