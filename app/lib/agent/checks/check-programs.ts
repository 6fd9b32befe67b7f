import type { CommandCheck } from '../../protocol/tool-effect.ts';

export type CheckKind = CommandCheck['kind'];

/** Flags and words with which a program only prints information or lists something. */
const ONLY_TELLS =
  /^(?:--help|-h|--version|-v|-V|--init|--showConfig|--listFilesOnly|--list|--listTests|--list-tests|--collect-only|--print-config|list|help|init)$/;

/** For each program, patterns of the arguments that make it a check; an empty pattern matches anything. */
const PROGRAMS: ReadonlyMap<string, readonly [kind: CheckKind, words: RegExp][]> = new Map(
  Object.entries({
    'vitest jest mocha ava tap tape uvu jasmine japa qunit pytest unittest nose2 tox rspec phpunit wtr web-test-runner ctest': [
      ['test', /^/],
    ],
    'karma cypress': [['test', /^(?:start|run)\b/]],
    playwright: [['test', /^test\b/]],
    'ng nx turbo react-scripts lerna moon': [
      ['test', /(?:^|\s|:)(?:test|e2e)\b/],
      ['lint', /(?:^|\s|:)lint\b/],
      ['types', /(?:^|\s|:)(?:typecheck|type-check|check-types)\b/],
      ['build', /(?:^|\s|:)build\b/],
    ],
    'tsc tsgo vue-tsc mypy pyright basedpyright svelte-check attw': [['types', /^/]],
    'flow pyre': [['types', /^(?:check\b|$)/]],
    'eslint oxlint stylelint flake8 pylint standard xo knip depcruise markdownlint markdownlint-cli2 htmlhint shellcheck tslint publint rubocop golangci-lint ts-standard':
      [['lint', /^/]],
    biome: [['lint', /^(?:check|lint|ci|format)\b/]],
    prettier: [['lint', /(?:^|\s)(?:--check|-c|-l|--list-different)(?:\s|$)/]],
    ruff: [['lint', /^(?:check|format --check)\b/]],
    'black isort': [['lint', /(?:^|\s)--check(?:-only)?(?:\s|$)/]],
    'vite nuxt astro react-router parcel svelte-kit rspack rsbuild storybook docusaurus vitepress gatsby eleventy': [
      ['build', /(?:^|\s)(?:build|bundle)\b/],
      ['types', /^(?:check|typecheck|typegen)\b/],
    ],
    remix: [['build', /^(?:vite:)?build\b/]],
    next: [
      ['build', /^build\b/],
      ['lint', /^lint\b/],
    ],
    'webpack rollup rolldown esbuild tsup tsdown microbundle swc babel unbuild ncc pkgroll sass postcss tailwindcss': [['build', /\S/]],
    go: [
      ['test', /^test\b/],
      ['lint', /^vet\b/],
      ['build', /^build\b/],
    ],
    cargo: [
      ['test', /^(?:test|nextest)\b/],
      ['types', /^check\b/],
      ['lint', /^clippy\b/],
      ['build', /^build\b/],
    ],
    'bun deno': [
      ['test', /^test\b/],
      ['types', /^check\b/],
      ['lint', /^lint\b/],
      ['build', /^build\b/],
    ],
    'node nodejs': [
      ['test', /(?:^|\s)--test(?:\s|=|$)/],
      ['lint', /^(?:--check|-c)\s/],
    ],
    'python python3': [
      ['test', /^-m (?:pytest|unittest)\b/],
      ['types', /^-m (?:mypy|pyright)\b/],
      ['lint', /^-m (?:ruff check|flake8|pylint|py_compile|compileall)\b/],
    ],
  } satisfies Record<string, [CheckKind, RegExp][]>).flatMap(([names, entries]) =>
    names.split(' ').map((name) => [name, entries] as const),
  ),
);
/** Programs that also run without arguments. */
const ALONE: ReadonlySet<string> = new Set(['webpack', 'tsup', 'tsdown', 'microbundle', 'unbuild']);
const INTERPRETER = /^(?:node|nodejs|tsx|ts-node|bun|deno|python|python3|ruby|perl|php|sh|bash|zsh)$/;

/** Returns what a program with these arguments checks; null if unknown. `byName` is true if only a file name or label indicates it. */
export function checkOfProgram(program: string, words: readonly string[], label: string): { kind: CheckKind; byName: boolean } | null {
  const name = program.replace(/^.*\/(?:node_modules\/\.bin\/)?/, '');
  if (words.some((word) => ONLY_TELLS.test(word))) return null;
  const text = words.join(' ');
  const entry = PROGRAMS.get(name)?.find(([, pattern]) => pattern.test(text) || (text === '' && ALONE.has(name)));
  if (entry !== undefined) return { kind: entry[0], byName: false };
  const file = INTERPRETER.test(name) ? words.find((word) => !word.startsWith('-')) : program.includes('/') ? program : undefined;
  if (file === undefined || words.some((word) => /^(?:-e|-p|-c|--eval|--print)$/.test(word))) return null;
  const kind = kindByName(file.replace(/^.*\//, '')) ?? kindByName(file) ?? kindByName(label);
  return kind === null ? null : { kind, byName: true };
}

/** Returns the kind of check that the name of a script, target or file suggests. */
export function kindByName(name: string): CheckKind | null {
  if (/(?:^|[^a-z])(?:tests?|specs?|e2e|unit)(?:[^a-z]|$)/i.test(name)) return 'test';
  if (/(?:^|[^a-z])(?:type-?check|types|tsc)(?:[^a-z]|$)/i.test(name)) return 'types';
  if (/(?:^|[^a-z])(?:lint|check|verify|validate|ci)(?:[^a-z]|$)/i.test(name)) return 'lint';
  return /(?:^|[^a-z])(?:build|compile|bundle)(?:[^a-z]|$)/i.test(name) ? 'build' : null;
}
