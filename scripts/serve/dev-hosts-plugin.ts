import type { Plugin } from 'vite';

const ANSWERS = '/scripts/serve/answer-by-host.ts';

/** The hosts of functions/_middleware.ts, in Vite's dev server, by the same code. `files` holds `/engine/*`, kept fresh by dev.mjs. */
export function devHostsPlugin(options: { files: string; variables: Record<string, string> }): Plugin {
  return {
    name: 'devonz:hosts',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        // Loaded by Vite and not imported: Node, which loads the configuration, runs no TypeScript of a workspace's package.
        server
          .ssrLoadModule(ANSWERS)
          .then((module) => (module as typeof import('./answer-by-host.ts')).answerByHost(incoming, outgoing, next, options)) // Vite has no types for it.
          .catch(next);
      });
    },
  };
}
