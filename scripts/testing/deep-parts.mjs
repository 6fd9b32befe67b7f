/**
 * Parts of the suite whose result depends only on their sources. `npm test` runs a part if any of its sources has changed since it passed
 * (proof.mjs); `npm run test:deep` runs them all. To add a deep test, add a file below one of these `tests`, or a part here.
 *
 * @typedef {object} DeepPart
 * @property {string} name
 * @property {'unit' | 'end-to-end' | 'looks' | 'measured' | 'conformance' | 'packed' | 'strangers'} runner
 * @property {readonly string[]} tests Files and folders (with a trailing slash), from the repository's root.
 * @property {readonly string[]} sources Files and folders whose changes make the part run, in addition to its tests.
 */

/** A change to one of these may change the outcome of any browser test. */
const EVERYWHERE = ['package-lock.json', 'vite.config.ts', 'remix.config.js', 'playwright.config.ts', 'tests/setup/', 'tests/e2e/support/'];
const ENGINE = ['packages/', 'package-lock.json', 'tests/setup/'];
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
  { name: 'conformance', runner: 'conformance', tests: ['tests/conformance/'], sources: [...ENGINE, 'app/lib/runtime/'] },
  { name: 'engine, packed', runner: 'packed', tests: ['tests/packed-engine/'], sources: ENGINE },
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
      'packages/',
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
    sources: [...EVERYWHERE, ...ANSWERS, 'app/lib/editor/', 'tests/markdown-fuzz/'],
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
    sources: [...EVERYWHERE, ...STORAGE, 'app/lib/session-file/', 'app/components/shell/', 'app/components/projects/'],
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
    sources: [...EVERYWHERE, 'packages/', 'app/components/preview/', 'app/components/terminal/', 'app/lib/frames/', ...SERVER],
  },
  {
    name: 'requests from outside',
    runner: 'end-to-end',
    tests: endToEnd('red-team/raw-requests.spec.ts', 'red-team/foreign-pages.spec.ts', 'red-team/shared-passphrase.spec.ts'),
    sources: [...EVERYWHERE, ...SERVER, 'packages/engine/src/server/'],
  },
  {
    name: 'hostile tool servers',
    runner: 'end-to-end',
    tests: endToEnd('red-team/hostile-mcp.spec.ts'),
    sources: [...EVERYWHERE, 'app/lib/mcp/', 'app/components/settings/mcp/', ...SERVER],
  },
  {
    name: 'measured',
    runner: 'measured',
    tests: endToEnd('budget.spec.ts', 'fast-stream.spec.ts'),
    sources: [...EVERYWHERE, 'app/', 'packages/'],
  },
  {
    name: 'floods',
    runner: 'measured',
    tests: endToEnd('red-team/preview-floods.spec.ts', 'red-team/hostile-programs.spec.ts', 'red-team/hostile-answers.spec.ts'),
    sources: [...EVERYWHERE, ...ANSWERS, 'packages/', 'app/components/preview/', 'app/components/terminal/'],
  },
];

/** @param {DeepPart} part @param {string} file */
export function isTestOf(part, file) {
  return part.tests.some((place) => isBelow(file, place));
}

/** @param {DeepPart} part @param {string} file */
export function isSourceOf(part, file) {
  return isTestOf(part, file) || part.sources.some((place) => isBelow(file, place));
}

/** @param {string} file @param {string} place */
function isBelow(file, place) {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}
