/** The jobs of `npm test`, and those of each deep part. */
import { join } from 'node:path';
import { groupsOf } from './queue.mjs';
import { countPlaywright, countVitest } from './reports.mjs';

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} check Its name in the table of times.
 * @property {readonly string[]} command
 * @property {number} seconds Its earlier duration; the longest job begins first.
 * @property {number} [lanes] Two cores are two lanes; a third one is for jobs that mostly wait for a browser.
 * @property {readonly string[]} [needs]
 * @property {boolean} [isAlone]
 * @property {Readonly<Record<string, string>>} [env]
 * @property {string} [report]
 * @property {() => import('./reports.mjs').Counted} [count] Without it the job counts as one test, which passes if it exits with 0.
 * @property {string} [part] The deep part that it proves.
 * @property {number} [busy] The number of additional loops that each keep a core busy.
 */

/** Assumed seconds of a file without a recorded time. */
const UNKNOWN = 15;
/** Each group is a process with its own browser and servers. */
const GROUPS = 3;

/** TypeScript 7's compiler, ten times as fast as that of version 5, whose API the editor's type service needs. */
const types = (/** @type {string} */ project) => ['node', 'node_modules/typescript-native/bin/tsc', '-p', project];

/** @type {readonly [name: string, command: readonly string[], seconds: number][]} */
const STATIC = [
  ['lint', ['biome', 'check', '.'], 10],
  ['types: core, without the DOM', types('config/tsconfig.core.json'), 3],
  ['types: engine', types('packages/engine/tsconfig.json'), 4],
  ['types: engine, its pages and tests', types('packages/engine/tsconfig.pages.json'), 8],
  ['types: bridge', types('packages/bridge/tsconfig.json'), 4],
  ['types: app, server and tests', types('tsconfig.json'), 30],
  ['imports', ['depcruise', 'app', 'functions', 'packages'], 20],
  ['dead code', ['knip'], 20],
];

/** @returns {Job[]} */
export function staticJobs() {
  return STATIC.map(([name, command, seconds]) => ({ name, check: name, command, seconds }));
}

/** Runs first: every browser test needs it. @returns {Job} */
export function buildJob() {
  return { name: 'build', check: 'build', command: ['node', 'scripts/build.mjs'], seconds: 10_000 };
}

/**
 * Runs all unit and integration tests but these: those of deep parts, which have their own jobs, and proven ones.
 *
 * @param {string} reports @param {readonly string[]} leftOut Files and globs. @returns {Job}
 */
export function unitJob(reports, leftOut) {
  const job = vitestJob('unit and integration', reports, 'unit.json', { lanes: 2, seconds: 5_000 });
  const command = [...job.command, '--reporter=./scripts/testing/loaded-modules-reporter.mjs'];
  return { ...job, command, env: { DEVONZ_LEFT_OUT_TESTS: leftOut.join(' ') } };
}

/**
 * @param {string} name @param {string} reports @param {string} file
 * @param {{ config?: string, lanes?: number, seconds: number, files?: readonly string[], part?: string }} more
 * @returns {Job}
 */
function vitestJob(name, reports, file, { config, files = [], ...more }) {
  const report = join(reports, file);
  const command = ['vitest', 'run', ...(config === undefined ? [] : ['--config', config]), ...files];
  return {
    name,
    check: name,
    command: [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    count: () => countVitest(report, name),
    ...more,
  };
}

/**
 * Returns the end-to-end tests of one of Playwright's projects, in groups of about the same duration.
 *
 * @param {string} project
 * @param {readonly string[]} files
 * @param {{ reports: string, secondsOf: (file: string) => number | undefined, groups?: number, isAlone?: boolean, part?: string, label?: string }} how
 * @returns {Job[]}
 */
export function endToEndJobs(project, files, { reports, secondsOf, groups = GROUPS, isAlone = false, part, label = project }) {
  const timed = files.map((file) => ({ file, seconds: secondsOf(file) ?? UNKNOWN }));
  const made = groupsOf(timed, groups);
  return made.map((group, index) => {
    const name = `end to end, ${label}${made.length > 1 ? ` ${index + 1}` : ''}`;
    const report = join(reports, `${name.replaceAll(/[ ,]+/g, '-')}.json`);
    const check = `end to end, ${project}`;
    return {
      name,
      check,
      command: [
        'playwright',
        'test',
        `--project=${project}`,
        '--workers=1',
        '--reporter=list,json',
        `--output=test-results/${index}-${label}`,
        ...group.files,
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      report,
      count: () => countPlaywright(report, check),
      seconds: group.seconds,
      needs: ['build'],
      isAlone,
      ...(part === undefined ? {} : { part }),
    };
  });
}

/**
 * Returns a sample of a proven part, a different one every day, if that is cheap: it detects changes of the registry or the browser.
 *
 * @param {import('./deep-parts.mjs').DeepPart} part
 * @param {readonly string[]} tests Its test files.
 * @param {{ reports: string, day: number }} how
 * @returns {Job[]}
 */
export function sampleJobs({ name, runner }, tests, { reports, day }) {
  if (runner === 'strangers')
    return [{ name: `${name}, one`, check: name, command: ['tsx', 'tests/strangers/run-strangers.ts', '--rotate', '1'], seconds: 20 }];
  if (runner !== 'conformance') return [];
  const count = Math.ceil(tests.length / 10);
  const files = Array.from({ length: count }, (_, index) => tests[(day * count + index) % tests.length] ?? '');
  return [vitestJob(`${name}, a tenth`, reports, 'conformance.json', { config: 'tests/conformance/vitest.config.ts', seconds: 30, files })];
}

/** Files of the conformance suite that are run against each way to a real machine, in less than a minute; `--host` runs all of them. */
const QUICK_CONFORMANCE = ['client-files', 'client-mount', 'client-spawn', 'client-terminal'];

/** @param {string} part @param {string} host @param {string} reports @returns {Job} */
function quickConformanceJob(part, host, reports) {
  const config = 'tests/conformance/vitest.config.ts';
  const job = vitestJob(`${part}: conformance, ${host}`, reports, `conformance-${host}.json`, {
    config,
    seconds: 30,
    files: QUICK_CONFORMANCE,
    part,
  });
  return { ...job, env: { CONFORMANCE_HOST: host } };
}

/**
 * Returns the jobs of a deep part.
 *
 * @param {import('./deep-parts.mjs').DeepPart} part
 * @param {readonly string[]} specs Its end-to-end files.
 * @param {{ reports: string, secondsOf: (file: string) => number | undefined }} how
 * @returns {Job[]}
 */
export function deepJobs(part, specs, how) {
  const { name } = part;
  switch (part.runner) {
    case 'unit': {
      const seconds = specs.reduce((sum, file) => sum + (how.secondsOf(file) ?? UNKNOWN), 0);
      return [vitestJob(name, how.reports, `${name.replaceAll(' ', '-')}.json`, { seconds, files: specs, part: name })];
    }
    case 'conformance':
      return [vitestJob(name, how.reports, 'conformance.json', { config: 'tests/conformance/vitest.config.ts', seconds: 250, part: name })];
    case 'packed':
      return [
        vitestJob(name, how.reports, 'packed-engine.json', { config: 'tests/packed-engine/vitest.config.ts', seconds: 30, part: name }),
      ];
    case 'engine':
      return [vitestJob(name, how.reports, 'engine.json', { lanes: 2, seconds: 4_000, files: ['packages/engine/'], part: name })];
    case 'bridge':
      return [
        vitestJob(name, how.reports, 'bridge.json', { config: 'packages/bridge/vitest.config.ts', lanes: 2, seconds: 100, part: name }),
        ...['bridge', 'ssh'].map((host) => quickConformanceJob(name, host, how.reports)),
      ];
    case 'strangers':
      // Different projects every day; the log names those that fail.
      return [{ name, check: name, command: ['tsx', 'tests/strangers/run-strangers.ts', '--rotate', '5'], seconds: 100, part: name }];
    case 'measured':
      return endToEndJobs('measured', specs, { ...how, groups: 1, isAlone: true, part: name, label: name });
    case 'looks':
      return endToEndJobs('looks', specs, { ...how, groups: 1, part: name, label: name });
    case 'end-to-end':
      return endToEndJobs('side-by-side', specs, { ...how, groups: 1, part: name, label: name });
    default:
      return part.runner;
  }
}

/**
 * Runs new and changed end-to-end tests several times each, with enough busy loops to fill the machine twice.
 *
 * @param {readonly string[]} files
 * @param {number} times
 * @returns {Job}
 */
export function repeatJob(files, times) {
  const runs = [`--repeat-each=${times}`, '--workers=2', '--retries=0', '--reporter=list', '--output=test-results/again'];
  return {
    name: `changed end-to-end tests, ${times} times`,
    check: 'changed end-to-end tests',
    command: ['playwright', 'test', ...runs, ...files],
    seconds: 0,
    needs: ['build'],
    isAlone: true,
    busy: 4,
  };
}

/** Runs after all others, because it reads their reports. @param {readonly Job[]} others @returns {Job} */
export function lastJob(others) {
  return {
    name: 'docs/seeds.md',
    check: 'docs/seeds.md',
    command: ['tsx', 'scripts/seeds.ts', '--check'],
    seconds: 5,
    needs: others.map(({ name }) => name),
    isAlone: true,
  };
}
