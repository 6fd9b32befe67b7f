import { STOREYS } from './config/storeys.mjs';

/** The import rules of docs/architecture.md. Run by `npm test` (`npm run check:imports`). */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TESTS = '\\.test\\.tsx?$|/testing/';
/** Forbids imports by the files at these paths, except by their tests. */
const forbidCode = (name, comment, path, to) => forbid(name, comment, { path, pathNot: TESTS }, to);
/** Paths that the seed fixes: each re-exports a body of `lib/seed-api`. */
const AGENT_CONTRACT = '^app/lib/agent/(index|types|prompts)\\.ts$';
const CONTRACT = `${AGENT_CONTRACT}|^app/lib/services/|^app/lib/stores/agentMode\\.ts$`;
/** Types and classes that are defined by one another: a tool's context may start sub-agents that have tools; a request of Node's http knows its agent. */
const CYCLES_OF_TYPES = [
  '^app/lib/agent/contract/(tool-definition|delegate-order)\\.ts$',
  '^packages/engine/src/programs/shell/coreutils/jq/jq-',
  '^packages/engine/src/programs/node/(inspect/|node-host\\.ts$|builtins/(http|worker-threads|readline|child-process)/)',
  '^packages/engine/src/programs/node/deferred/(line-editor\\.ts$|readline/|child-process)',
].join('|');
/** Modules that combine stores, storage and the runtime for the page. */
const SERVICES =
  '^app/lib/(workbench|chat|project|mcp|telemetry|types-service|seed-api|services|unattended)/|^app/lib/outbound/(?!outbound-address)|^app/lib/settings/(?!config/)|^app/lib/runtime/(.*-service|runtime-notices)\\.ts$';
const HOST = '^app/lib/runtime/(webcontainer|hosts|file-access|shell/)';

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
      'no-cycles-of-types',
      'nor a cycle in which only types go round: a type that two files need has a file of its own, below both',
      { pathNot: `${TESTS}|${CYCLES_OF_TYPES}` },
      { circular: true },
    ),
    forbidCode('protocol-is-a-leaf', 'protocol imports only zod and what it shares with the engine', '^app/lib/protocol/', {
      pathNot: '^app/lib/protocol/|^packages/engine-protocol/src/|^node_modules/zod/',
    }),
    forbid(
      'agent-is-pure',
      'agent imports only protocol, itself, the shapes of keys, runtime/types and what reads paths and terminal output (and its parsers and the differ)',
      { path: '^app/lib/agent/', pathNot: `${TESTS}|${AGENT_CONTRACT}` },
      {
        pathNot:
          '^app/lib/(agent|protocol|secrets)/|^packages/engine-protocol/src/|^app/lib/runtime/(types|to-workspace-path|terminal-text)\\.ts$|^node_modules/(zod|unbash|diff)/',
      },
    ),
    ...STOREYS['app/lib/agent'].flatMap((storey, index, storeys) => {
      const below = storeys.slice(0, index).flat();
      return storey.map((room) =>
        forbid(
          `agent-storey-of-${room}`,
          `of the agent core ${room} imports only ${[...below, 'itself'].join(', ')}`,
          { path: `^app/lib/agent/${room}/`, pathNot: TESTS },
          { path: '^app/lib/agent/', pathNot: `^app/lib/agent/(${[...below, room].join('|')})/` },
        ),
      );
    }),
    forbidCode('tools-know-no-store-and-no-host', 'a tool sees the agent core and the workspace it is given', '^app/lib/tools/', {
      path: `^app/lib/(stores|persistence|editor)/|${SERVICES}|^app/(components|server|routes)/|${HOST}`,
    }),
    forbidCode('search-is-a-leaf', 'the tools and the search worker share it: it knows neither them nor a host', '^app/lib/search/', {
      pathNot:
        '^app/lib/(search|protocol|workers)/|^packages/engine-protocol/src/|^app/lib/runtime/(types|project-search|to-workspace-path|ignored-folders)\\.ts$',
    }),
    forbidCode('secrets-is-a-leaf', 'what masks values of secret files knows no store, no service and no host', '^app/lib/secrets/', {
      pathNot: '^app/lib/(secrets|protocol)/|^packages/engine-protocol/src/',
    }),
    forbid(
      'workers-is-a-leaf',
      'a worker of any part uses it: it imports nothing',
      { path: '^app/lib/workers/' },
      { pathNot: '^app/lib/workers/' },
    ),
    forbidCode('i18n-is-a-leaf', 'whatever says something to the user uses it: it imports nothing', '^app/lib/i18n/', {
      pathNot: '^app/lib/i18n/',
    }),
    forbid(
      'webcontainer-has-one-importer',
      'the client is reached through runtime/webcontainer.ts and loaded by client-module.ts',
      { path: '^app/', pathNot: '^app/lib/runtime/(webcontainer|file-access(\\.test)?|client-module)\\.ts$' },
      { path: '^node_modules/@webcontainer/api' },
    ),
    forbid(
      'mcp-sdk-stays-in-its-chunk',
      'the SDK is loaded with the first server: connection/ and sign-in/ import it, others only its types',
      { path: '^app/', pathNot: `${TESTS}|^app/lib/mcp/(connection|sign-in)/` },
      { path: '^node_modules/@modelcontextprotocol/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'the-ai-sdk-stays-in-its-chunk',
      'providers and the step are run by the server and by the worker of local models, which loads them only then; others may see their types',
      { path: '^app/(components|lib)/', pathNot: `${TESTS}|^app/lib/(models|step|local-models)/` },
      { path: '^app/lib/(models|step)/|^node_modules/(ai|@ai-sdk)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'typescript-stays-in-its-worker',
      'TypeScript is larger than the whole app: only the worker of types loads it',
      { path: '^app/', pathNot: `${TESTS}|^app/lib/types-service/language/` },
      { path: '^node_modules/typescript/', dependencyTypesNot: ['type-only'] },
    ),
    forbidCode(
      'type-language-is-a-leaf',
      'what runs in the worker of types knows no page, no store and no host',
      '^app/lib/types-service/(language/|serve-types|types-worker|shared-reads)',
      {
        pathNot:
          '^app/lib/types-service/(language/|serve-types|shared-reads|types-messages|type-questions)|^app/lib/(protocol|workers)/|^app/lib/runtime/(ignored-folders|to-workspace-path|types)\\.ts$|^packages/engine-protocol/src/|^node_modules/(typescript|zod)/',
      },
    ),
    forbid(
      'stores-hold-state',
      'stores import no service',
      { path: '^app/lib/stores/', pathNot: CONTRACT },
      { path: `${SERVICES}|^app/lib/(persistence|tools)/|${HOST}|^app/(components|routes|server)/` },
    ),
    forbidCode('lib-never-looks-up', 'lib imports no component, route or server', '^app/lib/', {
      path: '^app/(components|routes|server)/',
    }),
    forbidCode('only-routes-use-the-server', 'server code is reached through routes and functions', '^app/(lib|components)/', {
      path: '^app/server/',
    }),
    forbid(
      'nobody-imports-the-engine',
      'the app talks to the engine as any client of it does; its server is the one that mounts it',
      { path: '^(app|functions)/' },
      { path: '^packages/engine/(?!src/server/)' },
    ),
    forbidCode('engine-is-alone', 'the engine shares only its protocol with the app', '^packages/engine/(src|scripts)/', {
      pathNot: '^packages/engine(-protocol)?/|^node_modules/|^deferred:|^brotli-wasm/',
      dependencyTypesNot: ['core'],
    }),
    forbidCode('bridge-is-alone', 'the bridge shares only the protocol package with the app and the engine', '^packages/bridge/src/', {
      pathNot: '^packages/bridge/|^packages/engine-protocol/|^node_modules/',
      dependencyTypesNot: ['core'],
    }),
    forbidCode(
      'bridge-machine-is-the-ground',
      'a machine knows no wire and no page',
      '^packages/bridge/src/(machine|local|ssh|protocol)/',
      {
        path: '^packages/bridge/src/(server|page)/',
      },
    ),
    forbidCode('bridge-page-sees-no-machine', "the page reaches the machine by the protocol's messages", '^packages/bridge/src/page/', {
      path: '^packages/bridge/src/(?!page/|protocol/)',
    }),
    forbidCode('bridge-server-sees-no-page', 'the server knows the machine by its interface alone', '^packages/bridge/src/server/', {
      path: '^packages/bridge/src/(page|local|ssh)/',
    }),
    forbidCode('engine-protocol-is-a-leaf', 'what both sides share imports only zod', '^packages/engine-protocol/', {
      pathNot: '^packages/engine-protocol/|^node_modules/zod/',
    }),
    // The floors of the engine, from the ground up: abi, http and text; kernel, preview and programs; worker and host.
    forbidCode('engine-ground-floor', 'abi, http and text import only what is on their floor', '^packages/engine/src/(abi|http|text)/', {
      path: '^packages/engine/src/(?!(abi|http|text)/)',
    }),
    forbidCode(
      'engine-middle-floor',
      'kernel, previews and programs do not know each other: system calls, notices and byte streams are what they share',
      '^packages/engine/src/(kernel|preview|programs)/',
      { path: '^packages/engine/src/', pathNot: '^packages/engine/src/($1|abi|http|text)/' },
    ),
    forbidCode('engine-worker-sees-no-kernel', "a process's worker reaches the kernel by system calls", '^packages/engine/src/worker/', {
      path: '^packages/engine/src/(kernel|preview|host|server)/',
    }),
    forbidCode('engine-host-sees-no-program', 'the host starts workers and does not know what runs in them', '^packages/engine/src/host/', {
      path: '^packages/engine/src/(programs|worker|server)/',
    }),
    forbidCode(
      'engine-server-knows-only-the-protocol',
      'what hosts the built files knows nothing of what runs in them',
      '^packages/engine/src/server/',
      { path: '^packages/engine/src/(?!server/)' },
    ),
    forbidCode('component-ui-is-the-ground', 'ui is for all and knows no area', '^app/components/ui/', {
      path: '^app/components/',
      pathNot: '^app/components/ui/',
    }),
    forbidCode(
      'component-page-knows-no-area',
      'page has what every area uses of the page around it (contexts, keys, focus): it imports ui alone',
      '^app/components/page/',
      { path: '^app/components/', pathNot: '^app/components/(page|ui)/' },
    ),
    forbid(
      'component-areas-do-not-import-each-other',
      'areas import ui and page and meet in the shell; palette and settings show the commands, too',
      { path: '^app/components/([^/]+)/', pathNot: `${TESTS}|^app/components/(shell|palette|settings)/` },
      { path: '^app/components/([^/]+)/', pathNot: '^app/components/($1|ui|page)/' },
    ),
    forbidCode('component-areas-of-commands', 'palette and settings import ui, page and commands', '^app/components/(palette|settings)/', {
      path: '^app/components/([^/]+)/',
      pathNot: '^app/components/($1|ui|page|commands)/',
    }),
    forbidCode(
      'components-see-no-core',
      'components use services through the actions, and types; of the core only what looks at data and changes nothing',
      '^app/components/',
      {
        path: '^app/lib/(persistence|tools|search|runtime|agent)/',
        pathNot:
          '^app/lib/agent/(calls/(shown-)?hunks|conversation/(failed-at-end|run-meter|unfinished-answer)|history/(compaction-range|window-budget)|policy/rules/rules)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'nobody-inside-lib-uses-the-public-face',
      'the paths that the seed fixes are for others',
      { path: '^app/', pathNot: `${TESTS}|${CONTRACT}` },
      { path: CONTRACT },
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
