/** The import rules of docs/architecture.md. Run by `npm test` (`npm run check:imports`). */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TESTS = '\\.test\\.tsx?$|/testing/';

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No cycle of values; a cycle of types alone is erased.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    forbid(
      'protocol-is-a-leaf',
      'protocol imports only zod',
      { path: '^app/lib/protocol/', pathNot: TESTS },
      { pathNot: '^app/lib/protocol/|^node_modules/zod/' },
    ),
    forbid(
      'agent-is-pure',
      'agent imports only protocol, itself, runtime/types and what reads paths and terminal output (and its parsers and the differ)',
      { path: '^app/lib/agent/', pathNot: `${TESTS}|^app/lib/agent/index\\.ts$` },
      {
        pathNot:
          '^app/lib/(agent|protocol)/|^app/lib/runtime/(types|to-workspace-path|terminal-text)\\.ts$|^node_modules/(zod|unbash|diff)/',
      },
    ),
    forbid(
      'tools-know-no-store-and-no-host',
      'a tool sees the agent core and the workspace it is given',
      { path: '^app/lib/tools/', pathNot: TESTS },
      {
        path: '^app/lib/(stores|services|persistence|editor)/|^app/(components|server|engine|routes)/|^app/lib/runtime/(webcontainer|hosts|file-access|shell/)',
      },
    ),
    forbid(
      'webcontainer-has-one-importer',
      'the client is reached through runtime/webcontainer.ts and loaded by client-module.ts',
      { path: '^app/', pathNot: '^app/lib/runtime/(webcontainer|file-access(\\.test)?|client-module)\\.ts$' },
      { path: '^node_modules/@webcontainer/api' },
    ),
    forbid(
      'stores-hold-state',
      'stores import no service',
      { path: '^app/lib/stores/' },
      {
        path: '^app/lib/(services|persistence|tools|runtime/(webcontainer|hosts|file-access|shell/))|^app/(components|routes|server|engine)/',
      },
    ),
    forbid(
      'lib-never-looks-up',
      'lib imports no component, route, server or engine',
      { path: '^app/lib/', pathNot: TESTS },
      { path: '^app/(components|routes|server|engine)/' },
    ),
    forbid(
      'only-routes-use-the-server',
      'server code is reached through routes and functions',
      { path: '^app/(lib|components|engine)/', pathNot: TESTS },
      { path: '^app/server/' },
    ),
    forbid(
      'engine-stands-alone',
      'the engine shares only protocol with the app',
      { path: '^app/engine/', pathNot: TESTS },
      { path: '^app/(lib/(?!protocol/)|components|routes|server)' },
    ),
    forbid(
      'component-areas-do-not-import-each-other',
      'areas meet in the shell; ui is for all',
      { path: '^app/components/([^/]+)/', pathNot: `${TESTS}|^app/components/shell/` },
      { path: '^app/components/([^/]+)/', pathNot: '^app/components/($1|ui|shell)/' },
    ),
    forbid(
      'components-see-no-core',
      'components use services through the actions, and types; of the core only what looks at data and changes nothing',
      { path: '^app/components/', pathNot: TESTS },
      {
        path: '^app/lib/(persistence|tools|runtime|agent)/',
        pathNot: '^app/lib/agent/(hunks|guards/run-meter|guards/remark)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'nobody-inside-lib-uses-the-public-face',
      'agent/index.ts is for others',
      { path: '^app/lib/', pathNot: TESTS },
      { path: '^app/lib/agent/index\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|node_modules/\\.cache)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default'] },
  },
};
