import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { runCommandTool } from '../../tools/run-command.ts';
import { toolContext } from '../../tools/testing/run-tool.ts';
import { commandCheck } from './command-check.ts';

const PASSING = ' Test Files  1 passed (1)\n      Tests  5 passed (5)\n';

async function checkOf(
  command: string,
  { scripts = {}, exitCode = 0, output = PASSING, status = 'completed' as 'completed' | 'running' | 'timed_out', makefile = '' } = {},
) {
  const files = { 'package.json': JSON.stringify({ scripts }), ...(makefile === '' ? {} : { Makefile: makefile }) };
  const plan = await runCommandTool.plan({ command }, toolContext(new MemoryWorkspace(files)));
  if (!plan.ok || plan.intent.kind !== 'command') throw new Error('It has no plan.');
  return commandCheck(plan.intent, { status, exitCode: status === 'completed' ? exitCode : null, output }, '/home/project');
}

test.each([
  ['npm test', { test: 'vitest run' }, 'test'],
  ['npm run build', { build: 'tsc -b && vite build' }, 'types'],
  ['npm run check', { check: 'npm run types && npm run lint', types: 'tsc --noEmit', lint: 'eslint .' }, 'types'],
  ['npm run x', { x: 'cross-env CI=1 jest --ci' }, 'test'],
  ['cd app && npx --no vitest run', {}, 'test'],
  ['npx tsc --noEmit', {}, 'types'],
  ['node --test', {}, 'test'],
  ['pytest -q', {}, 'test'],
  ['npm test', { test: 'node tests/run.mjs' }, 'test'],
  ['biome check src', {}, 'lint'],
  ['prettier --check .', {}, 'lint'],
  ['set -o pipefail; npm test | tail -5', { test: 'vitest run' }, 'test'],
  ['npm test && echo done', { test: 'vitest run' }, 'test'],
])('%j is a check', async (command, scripts, kind) => {
  expect(await checkOf(command, { scripts })).toMatchObject({ kind, result: 'passed' });
  expect(await checkOf(command, { scripts, exitCode: 1, output: '1 failed' })).toMatchObject({ kind, result: 'failed' });
});

test.each([
  ['cp a b', {}],
  ['ln -s a b', {}],
  ['ls', {}],
  ['true', {}],
  ['npm install', {}],
  ['cat a.ts | head', {}],
  ['npm run dev', { dev: 'vite' }],
  ['tsc --version', {}],
  ['prettier --write .', {}],
  ['vite', {}],
  ['node server.js', {}],
  ['npm start', { start: 'rm -rf src' }],
])('%j is none', async (command, scripts) => {
  expect(await checkOf(command, { scripts })).toBeNull();
});

test.each([
  ['rm -rf src', 'it runs “rm -rf src”'],
  ['echo ok', 'it runs “echo ok”'],
  ['true', 'it runs “true”'],
  ['exit 0', 'it runs “exit 0”'],
])('a test script that is %j is no test, whatever its name', async (script, why) => {
  expect(await checkOf('npm test', { scripts: { test: script } })).toEqual({
    kind: 'test',
    result: 'unproven',
    why: `npm test is no check: ${why}`,
  });
});

test.each([
  'No test files found, exiting with code 0',
  '\n  0 passing (1ms)\n',
  '# tests 0\n# pass 0\n',
  'ℹ tests 0\nℹ pass 0\n',
  'collected 0 items',
  'Tests:       0 total',
  'Ran 0 tests in 0.000s',
])('a run of tests that ran none proves nothing: %j', async (output) => {
  expect(await checkOf('npm test', { scripts: { test: 'mocha' }, output })).toMatchObject({ result: 'unproven', why: 'it ran no test' });
});

test('what has not ended proves nothing', async () => {
  const scripts = { test: 'vitest' };
  for (const status of ['running', 'timed_out'] as const)
    expect(await checkOf('npm test', { scripts, status })).toMatchObject({ result: 'unproven', why: 'it had not ended' });
});

test('where the exit code is another program’s, only the output of the check itself can say how it ended', async () => {
  const scripts = { test: 'vitest run' };
  expect(await checkOf('npm test 2>&1 | tail -20', { scripts })).toMatchObject({ result: 'passed' });
  expect(await checkOf('npm test | tail -20', { scripts, output: '  1 failed | 4 passed' })).toMatchObject({ result: 'failed' });
  expect(await checkOf('npm test | tail -20', { scripts, output: 'x' })).toMatchObject({ result: 'unproven' });
  for (const command of ['npm test || true', 'npm test; echo "5 passed"', '! npm test', 'npm test &', 'npm test > log.txt'])
    expect(await checkOf(command, { scripts })).toMatchObject({ result: 'unproven' });
});

test('a command that changes files after its check has checked something else', async () => {
  expect(await checkOf('npm test && sed -i s/a/b/ src/a.ts', { scripts: { test: 'vitest run' } })).toMatchObject({
    result: 'unproven',
    why: 'the same command does more after the check',
  });
});

test('a target of a Makefile is judged by its recipe', async () => {
  expect(await checkOf('make test', { makefile: 'test: build\n\t@npx --no vitest run\nbuild:\n\ttsc -b\n' })).toMatchObject({
    kind: 'test',
    result: 'passed',
  });
  expect(await checkOf('make test', { makefile: 'test:\n\techo ok\n' })).toMatchObject({ result: 'unproven' });
});
