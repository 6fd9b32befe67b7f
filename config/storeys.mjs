/**
 * The storeys of `app`, each from the ground up: a folder imports what is below its storey, and its own files. docs/architecture.md shows
 * them, `.dependency-cruiser.mjs` makes rules of those of the agent core, and `storeys.test.ts` counts what still points upward.
 *
 * @type {Readonly<Record<'app/lib/agent' | 'app/lib' | 'app/components', readonly (readonly string[])[]>>}
 */
export const STOREYS = {
  'app/lib/agent': [
    ['contract'],
    ['conversation'],
    ['answers', 'masking', 'policy', 'prompts'],
    ['checks', 'delegates', 'stream'],
    ['calls'],
    ['guards', 'hooks', 'results'],
    ['codecs'],
    ['history'],
    ['session'],
  ],
  'app/lib': [
    ['about', 'frames', 'i18n', 'protocol', 'workers', 'yaml'],
    ['button-names', 'forget', 'secrets', 'stores', 'templates'],
    ['notices', 'terminal'],
    ['runtime'],
    ['agent', 'diagnostics', 'picker', 'search', 'terminal-links'],
    ['browser', 'help', 'iframes', 'persistence', 'step', 'tools', 'types-service'],
    ['editor', 'machines', 'models', 'offline', 'outbound', 'session-file', 'telemetry'],
    ['seed-api', 'worker-fetch'],
    ['local-models', 'mcp'],
    ['project', 'settings'],
    ['attention', 'chat'],
    ['workbench'],
    ['replay', 'unattended'],
  ],
  'app/components': [
    ['ui'],
    ['page'],
    [
      'approvals',
      'changes',
      'chat',
      'commands',
      'editor',
      'files',
      'forget',
      'machines',
      'outbound',
      'preview',
      'problems',
      'projects',
      'replay',
      'start',
      'terminal',
    ],
    ['palette', 'settings'],
    ['shell'],
  ],
};
