import type { ShellWord } from '../parse/shell-word.ts';

/** Programs that find the code to execute themselves. */
const RUNNERS: ReadonlySet<string> = new Set(
  'vitest jest mocha ava tap tape jasmine uvu japa playwright cypress wtr web-test-runner karma qunit pytest unittest nose2 tox rspec phpunit'.split(
    ' ',
  ),
);

/** Returns the name of a test runner that finds its tests itself, such as `vitest` or `node --test`; null if none is run. */
export function codeRunner(program: string, operands: readonly ShellWord[]): string | null {
  if (RUNNERS.has(program)) return program;
  const texts = operands.map(({ text }) => text);
  if (/^python[\d.]*$/.test(program)) {
    const module = texts[texts.indexOf('-m') + 1] ?? '';
    return texts.includes('-m') && RUNNERS.has(module) ? module : null;
  }
  if (/^node(?:js)?$/.test(program)) return texts.some((text) => /^--test(?:=|$)/.test(text)) ? 'node --test' : null;
  return /^(?:bun|deno)$/.test(program) && texts[0] === 'test' ? `${program} test` : null;
}
