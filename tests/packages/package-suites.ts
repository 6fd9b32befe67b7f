export interface Counts {
  passed: number;
  failed: number;
}

export interface Suite {
  /** The folder of the checkout, and what the tests are of. */
  name: string;
  /** What is checked out: the published packages below are of the same version. */
  tag: string;
  runner: string;
  /** Packages the tests need. */
  install: string[];
  /** For npm, beside them. */
  overrides?: Record<string, string>;
  /** What is built from the sources, taken from the published package instead: there → here. */
  published?: Record<string, string>;
  /** Files to write beside the tests. */
  files?: Record<string, string>;
  /** Symlinks: path → target. */
  links?: Record<string, string>;
  command: string;
  /** Out of the output; null when there is no result. */
  count(output: string): Counts | null;
}

function numberAfter(output: string, pattern: RegExp): number | null {
  const match = pattern.exec(output);
  return match === null ? null : Number(match[1]);
}

/** Counts of runners that name both. */
function counter(passed: RegExp, failed: RegExp): (output: string) => Counts | null {
  return (output) => {
    const count = numberAfter(output, passed);
    return count === null ? null : { passed: count, failed: numberAfter(output, failed) ?? 0 };
  };
}

const nodeTest = counter(/^(?:ℹ|#) pass (\d+)/m, /^(?:ℹ|#) fail (\d+)/m);
const mocha = counter(/(\d+) passing/, /(\d+) failing/);
const vitest = counter(/^\s*Tests .*?(\d+) passed/m, /^\s*Tests .*?(\d+) failed/m);
const tap = counter(/^# \{ total: \d+, pass: (\d+)/m, /^# \{.* fail: (\d+)/m);

/** Of a total and one of its parts. */
function remainder(total: RegExp, part: RegExp, isPassed: boolean): (output: string) => Counts | null {
  return (output) => {
    const all = numberAfter(output, total);
    const some = numberAfter(output, part);
    if (all === null || some === null) return null;
    return isPassed ? { passed: some, failed: all - some } : { passed: all - some, failed: some };
  };
}

/** WebAssembly builds in place of native ones on both sides: the same code is compared. */
const wasmBuilds = { esbuild: 'npm:esbuild-wasm@^0.28.0', rollup: 'npm:@rollup/wasm-node@^4.43.0' };

const ZOD_CONFIG = `
export default {
  resolve: { conditions: ['@zod/source', 'default'] },
  ssr: { resolve: { conditions: ['@zod/source', 'default'], externalConditions: ['@zod/source', 'default'] } },
  test: { include: ['packages/zod/src/**/*.test.ts'], watch: false, testTimeout: 30000, server: { deps: { inline: [/zod/] } } },
};
`;

export const SUITES: readonly Suite[] = [
  {
    name: 'node-semver',
    tag: 'v7.8.5',
    runner: 'tap 16',
    install: ['tap@16'],
    command: 'node node_modules/tap/bin/run.js --no-coverage -R dot',
    count: mocha,
  },
  {
    name: 'minimatch',
    tag: 'v10.2.6',
    runner: 'tap 21',
    install: ['minimatch@10.2.6', 'tap@21', 'mkdirp@3'],
    published: { 'node_modules/minimatch/dist': 'dist' },
    command: 'node node_modules/tap/dist/esm/run.mjs --disable-coverage -R tap',
    count: tap,
  },
  { name: 'commander.js', tag: 'v15.0.0', runner: 'node --test', install: [], command: 'node --test', count: nodeTest },
  {
    name: 'yargs-parser',
    tag: 'yargs-parser-v22.0.0',
    runner: 'mocha',
    install: ['yargs-parser@22.0.0', 'mocha', 'chai'],
    published: { 'node_modules/yargs-parser/build': 'build' },
    command: 'node node_modules/mocha/bin/mocha.js test/yargs-parser.mjs',
    count: mocha,
  },
  {
    name: 'acorn',
    tag: '8.17.0',
    runner: 'its own',
    install: ['acorn@8.17.0', 'acorn-loose', 'acorn-walk'],
    published: {
      'node_modules/acorn/dist': 'acorn/dist',
      'node_modules/acorn-loose/dist': 'acorn-loose/dist',
      'node_modules/acorn-walk/dist': 'acorn-walk/dist',
    },
    command: 'node test/run.js',
    // Of all parsers together.
    count: remainder(/Total: (\d+) tests run/, /Total: .*; (\d+) failures/, false),
  },
  {
    name: 'postcss',
    tag: '8.5.26',
    runner: 'uvu over ts-node',
    install: [
      ...['postcss@8.5.26', 'uvu@0.5', 'ts-node@10', 'typescript@5.9', 'nanodelay@1', 'nanospy@2', 'postcss-parser-tests@8'],
      ...['strip-ansi@6', 'concat-with-sourcemaps'],
    ],
    command: String.raw`node node_modules/uvu/bin.js -r ts-node/register/transpile-only test "\.test\.(ts|js)$"`,
    count: remainder(/Total:\s+(\d+)/, /Passed:\s+(\d+)/, true),
  },
  {
    name: 'marked',
    tag: 'v18.0.9',
    runner: 'node --test',
    install: [
      'marked@18.0.9',
      '@markedjs/testutils@18.0.0-1',
      'commonmark',
      'marked-highlight@2',
      'highlight.js@11',
      'titleize@4',
      'cheerio@1',
    ],
    // Its test tools ask for the repository itself, which no registry has.
    overrides: { 'marked-repo': 'npm:marked@18.0.9' },
    published: { 'node_modules/marked/lib': 'lib' },
    command: 'node --test test/unit/*.test.js test/run-spec-tests.js',
    count: nodeTest,
  },
  {
    name: 'zod',
    tag: 'v4.4.3',
    runner: 'vitest 3',
    install: ['vitest@3', 'vite@7.3', 'typescript@5.9', '@standard-schema/spec', '@web-std/file'],
    overrides: wasmBuilds,
    files: { 'vitest.suite.config.mjs': ZOD_CONFIG },
    links: { 'node_modules/zod': '../packages/zod' },
    command: 'NO_COLOR=1 node node_modules/vitest/vitest.mjs run --config vitest.suite.config.mjs',
    count: vitest,
  },
];
