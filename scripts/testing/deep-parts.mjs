/**
 * Parts of the suite whose result depends only on their sources. `npm test` runs a part if any of its sources has changed since it passed
 * (proof.mjs); `npm run test:deep` runs them all. To add a deep test, add a file below one of these `tests`, or a part here.
 *
 * @typedef {object} DeepPart
 * @property {string} name
 * @property {'unit' | 'engine' | 'end-to-end' | 'looks' | 'measured' | 'conformance' | 'packed' | 'bridge' | 'strangers'} runner
 * @property {readonly string[]} tests Files and folders (with a trailing slash), from the repository's root.
 * @property {readonly string[]} sources Files and folders whose changes make the part run, in addition to its tests.
 */

/** A change to one of these may change the outcome of any browser test. */
const EVERYWHERE = ['package-lock.json', 'vite.config.ts', 'remix.config.js', 'playwright.config.ts', 'tests/setup/', 'tests/e2e/support/'];
/** Helpers of the red team's tests. */
const RED_TEAM = 'tests/e2e/red-team/support/';
const ENGINE_PACKAGES = ['packages/engine/', 'packages/engine-protocol/'];
const ENGINE = [...ENGINE_PACKAGES, 'package-lock.json', 'tests/setup/'];
/** Connected with every area of the app. */
const WORKBENCH = ['app/lib/workbench/', 'app/components/shell/', 'app/components/page/', 'app/lib/protocol/'];
const SCREEN = ['app/components/', 'app/styles/', 'app/routes/', 'app/root.tsx', 'uno.config.ts', 'app/lib/i18n/'];
const SESSION = ['app/lib/agent/contract/', 'app/lib/agent/conversation/', 'app/lib/agent/session/'];
const STORAGE = ['app/lib/persistence/', 'app/lib/project/', 'app/lib/chat/', ...SESSION];
const ANSWERS = [
  'app/lib/step/',
  'app/lib/agent/answers/',
  'app/lib/agent/codecs/',
  'app/lib/agent/history/',
  'app/lib/agent/stream/',
  'app/components/chat/',
];
const SERVER = ['app/server/', 'functions/', 'app/routes/', 'wrangler.toml'];
const UNIT = ['package-lock.json', 'vitest.config.ts', 'tests/setup/'];
const MODELS = ['app/lib/models/', 'app/lib/step/', 'app/lib/agent/', 'app/lib/protocol/', 'app/lib/local-models/'];

const endToEnd = (/** @type {string[]} */ ...names) => names.map((name) => `tests/e2e/${name}`);

/** @type {readonly DeepPart[]} */
export const DEEP_PARTS = [
  {
    name: 'engine',
    runner: 'engine',
    tests: ['packages/engine/'],
    sources: [...UNIT, 'packages/engine-protocol/', 'tests/fixtures/', 'config/unit-tests.mjs'],
  },
  { name: 'conformance', runner: 'conformance', tests: ['tests/conformance/'], sources: [...ENGINE, 'app/lib/runtime/'] },
  { name: 'engine, packed', runner: 'packed', tests: ['tests/packed-engine/'], sources: ENGINE },
  {
    name: 'bridge',
    runner: 'bridge',
    tests: ['packages/bridge/'],
    // It also runs a part of the conformance suite against each way to a machine (jobs.mjs).
    sources: ['packages/engine-protocol/', 'package-lock.json', 'tests/setup/', 'tests/conformance/'],
  },
  { name: 'strangers', runner: 'strangers', tests: ['tests/strangers/'], sources: ENGINE },
  { name: 'looks', runner: 'looks', tests: endToEnd('looks/'), sources: [...EVERYWHERE, ...SCREEN] },
  {
    name: 'masking at length',
    runner: 'unit',
    tests: ['app/lib/secrets/masking-cost.test.ts'],
    sources: [...UNIT, 'app/lib/secrets/', 'packages/engine-protocol/'],
  },
  {
    name: 'providers at length',
    runner: 'unit',
    tests: [
      'tests/integration/providers/oddities.test.ts',
      'tests/integration/providers/moved-chat.test.ts',
      'tests/integration/providers/provider-matrix.test.ts',
      'app/lib/step/chat-step.hostile.test.ts',
    ],
    sources: [...UNIT, ...MODELS, 'app/server/', 'tests/integration/providers/'],
  },
  {
    name: 'storage at length',
    runner: 'unit',
    tests: [
      'tests/integration/persistence/injected-faults.test.ts',
      'tests/integration/persistence/damaged-rows.test.ts',
      'tests/integration/tabs/two-tabs.test.ts',
      'app/lib/persistence/blob-sweep-schedules.test.ts',
      'app/lib/session-file/read-session.test.ts',
    ],
    sources: [...UNIT, ...STORAGE, 'app/lib/session-file/', 'app/lib/workbench/', 'app/lib/protocol/', 'tests/integration/persistence/'],
  },
  {
    name: 'policy at length',
    runner: 'unit',
    tests: [
      'tests/integration/policy/policy-fuzz.test.ts',
      'app/lib/agent/policy/policy-time.test.ts',
      'app/lib/agent/policy/policy-properties.test.ts',
    ],
    sources: [
      ...UNIT,
      'app/lib/agent/policy/',
      'app/lib/agent/contract/',
      'app/lib/protocol/',
      'packages/engine-protocol/',
      'tests/policy-fuzz/',
    ],
  },
  {
    name: 'runs without a window',
    runner: 'end-to-end',
    tests: endToEnd('unattended.spec.ts'),
    sources: [
      ...EVERYWHERE,
      ...MODELS,
      ...SERVER,
      'app/lib/unattended/',
      'app/lib/tools/',
      'app/lib/workbench/',
      'scripts/agent/',
      'scripts/agent.ts',
    ],
  },
  {
    name: 'without a network',
    runner: 'end-to-end',
    tests: endToEnd('offline/'),
    sources: [
      ...EVERYWHERE,
      ...SERVER,
      'app/lib/offline/',
      'app/lib/workbench/',
      'app/lib/forget/',
      'public/',
      'config/',
      'scripts/offline/',
      ...ENGINE_PACKAGES,
    ],
  },
  {
    name: 'failing providers',
    runner: 'end-to-end',
    tests: endToEnd('provider/failures.spec.ts'),
    sources: [...EVERYWHERE, ...MODELS, ...ANSWERS, ...SERVER],
  },
  {
    name: 'models on this computer',
    runner: 'end-to-end',
    tests: endToEnd('models/local-models.spec.ts', 'models/built-in-model.spec.ts'),
    sources: [...EVERYWHERE, ...MODELS, 'app/components/settings/', 'app/components/page/'],
  },
  {
    name: 'keys and what is kept',
    runner: 'end-to-end',
    tests: endToEnd(
      'red-team/echoed-keys.spec.ts',
      'red-team/delete-everything.spec.ts',
      'red-team/second-user.spec.ts',
      'red-team/exports.spec.ts',
    ),
    sources: [
      ...EVERYWHERE,
      RED_TEAM,
      ...SERVER,
      ...STORAGE,
      ...MODELS,
      'app/lib/secrets/',
      'app/lib/session-file/',
      'app/lib/forget/',
      'app/components/forget/',
      'app/components/settings/',
    ],
  },
  {
    name: 'crashes',
    runner: 'end-to-end',
    tests: endToEnd('crash/'),
    sources: [...EVERYWHERE, ...STORAGE, 'tests/crash/', 'packages/engine/src/kernel/'],
  },
  {
    name: 'odd texts',
    runner: 'end-to-end',
    tests: endToEnd('red-team/deep-markdown.spec.ts', 'red-team/odd-input.spec.ts'),
    sources: [...EVERYWHERE, RED_TEAM, ...ANSWERS, 'app/lib/editor/', 'tests/markdown-fuzz/', 'tests/policy-fuzz/random.ts'],
  },
  {
    name: 'hostile files',
    runner: 'end-to-end',
    tests: endToEnd(
      'red-team/hostile-archives.spec.ts',
      'red-team/hostile-pictures.spec.ts',
      'red-team/hostile-sessions.spec.ts',
      'red-team/odd-files.spec.ts',
      'red-team/odd-sessions.spec.ts',
      'red-team/corrupt-storage.spec.ts',
    ),
    sources: [...EVERYWHERE, ...STORAGE, RED_TEAM, 'app/lib/session-file/', 'app/components/shell/', 'app/components/projects/'],
  },
  {
    name: 'hostile pages',
    runner: 'end-to-end',
    tests: endToEnd(
      'red-team/preview-navigation.spec.ts',
      'red-team/preview-storage.spec.ts',
      'red-team/preview-picks.spec.ts',
      'red-team/preview-workers.spec.ts',
      'red-team/terminal-replies.spec.ts',
    ),
    sources: [
      ...EVERYWHERE,
      RED_TEAM,
      ...ENGINE_PACKAGES,
      'app/components/preview/',
      'app/components/terminal/',
      'app/lib/frames/',
      ...SERVER,
    ],
  },
  {
    name: 'requests from outside',
    runner: 'end-to-end',
    tests: endToEnd('red-team/raw-requests.spec.ts', 'red-team/foreign-pages.spec.ts', 'red-team/shared-passphrase.spec.ts'),
    sources: [...EVERYWHERE, RED_TEAM, ...SERVER, 'packages/engine/src/server/'],
  },
  {
    name: 'tool servers',
    runner: 'end-to-end',
    tests: endToEnd('red-team/hostile-mcp.spec.ts', 'mcp.spec.ts', 'mcp-network.spec.ts'),
    sources: [
      ...EVERYWHERE,
      RED_TEAM,
      ...WORKBENCH,
      ...SERVER,
      ...ENGINE_PACKAGES,
      'app/lib/mcp/',
      'app/lib/agent/',
      'app/components/settings/mcp/',
    ],
  },
  {
    name: 'real machines',
    runner: 'end-to-end',
    tests: endToEnd('machines/'),
    sources: [
      ...EVERYWHERE,
      ...WORKBENCH,
      ...SESSION,
      'packages/bridge/',
      'packages/engine-protocol/',
      'scripts/serve/',
      'app/lib/machines/',
      'app/lib/local-models/',
      'app/lib/runtime/',
      'app/lib/agent/policy/',
      'app/lib/tools/',
      'app/lib/chat/',
      'app/components/machines/',
      'app/components/chat/',
      'app/components/approvals/',
    ],
  },
  {
    name: 'screens and keys',
    runner: 'end-to-end',
    tests: endToEnd('accessibility.spec.ts', 'texts/', 'keyboard/', 'first-visit/'),
    sources: [...EVERYWHERE, ...SCREEN, ...WORKBENCH, 'app/lib/settings/', 'app/lib/stores/', 'app/lib/help/'],
  },
  {
    name: 'sessions and tabs',
    runner: 'end-to-end',
    tests: endToEnd('sessions/', 'tabs/'),
    sources: [
      ...EVERYWHERE,
      ...WORKBENCH,
      ...STORAGE,
      'app/lib/agent/',
      'app/lib/session-file/',
      'app/lib/runtime/',
      'app/components/chat/',
      'app/components/projects/',
      'app/components/changes/',
      'app/components/preview/',
    ],
  },
  {
    name: 'projects and files',
    runner: 'end-to-end',
    tests: endToEnd('projects/', 'files.spec.ts', 'templates.spec.ts'),
    sources: [
      ...EVERYWHERE,
      ...WORKBENCH,
      ...STORAGE,
      ...ENGINE_PACKAGES,
      'app/lib/runtime/',
      'app/lib/templates/',
      'app/components/projects/',
      'app/components/editor/',
    ],
  },
  {
    name: 'previews',
    runner: 'end-to-end',
    tests: endToEnd('preview/', 'preview.spec.ts', 'agent-preview.spec.ts'),
    sources: [...EVERYWHERE, ...WORKBENCH, ...SERVER, ...ENGINE_PACKAGES, 'app/components/preview/', 'app/lib/frames/', 'app/lib/tools/'],
  },
  {
    name: 'borders',
    runner: 'end-to-end',
    tests: endToEnd(
      'outbound.spec.ts',
      'headers.spec.ts',
      'hosts.spec.ts',
      'raw-requests.spec.ts',
      'effects.spec.ts',
      'red-team/hostile-commands.spec.ts',
    ),
    sources: [
      ...EVERYWHERE,
      RED_TEAM,
      ...WORKBENCH,
      ...SERVER,
      ...ENGINE_PACKAGES,
      'app/lib/agent/',
      'app/lib/runtime/',
      'app/lib/tools/',
      'app/lib/outbound/',
      'app/components/approvals/',
      'app/components/settings/',
    ],
  },
  {
    name: 'measured',
    runner: 'measured',
    tests: endToEnd('budget.spec.ts', 'fast-stream.spec.ts'),
    sources: [...EVERYWHERE, 'app/', ...ENGINE_PACKAGES],
  },
  {
    name: 'floods',
    runner: 'measured',
    tests: endToEnd('red-team/preview-floods.spec.ts', 'red-team/hostile-programs.spec.ts', 'red-team/hostile-answers.spec.ts'),
    sources: [...EVERYWHERE, RED_TEAM, ...ANSWERS, ...ENGINE_PACKAGES, 'app/components/preview/', 'app/components/terminal/'],
  },
];

/** @param {DeepPart} part @param {string} file */
export function isTestOf(part, file) {
  return part.tests.some((place) => isBelow(file, place));
}

/** @param {DeepPart} part @param {string} file */
export function isSourceOf(part, file) {
  // A unit test beside a source changes nothing for the tests of another part.
  return isTestOf(part, file) || (!/\.test\.tsx?$/.test(file) && part.sources.some((place) => isBelow(file, place)));
}

/** @param {string} file @param {string} place */
function isBelow(file, place) {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}
