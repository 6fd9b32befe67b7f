import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { runCommandTool } from '../../tools/run-command.ts';
import { toolContext } from '../../tools/testing/run-tool.ts';
import { endedChecks } from './ended-checks.ts';

async function checksOf(command: string, { exitCode = 0, output = '' } = {}) {
  const files = { 'package.json': JSON.stringify({ scripts: { types: 'tsc --noEmit' } }) };
  const plan = await runCommandTool.plan({ command }, toolContext(new MemoryWorkspace(files)));
  if (!plan.ok || plan.intent.kind !== 'command') throw new Error('It has no plan.');
  return endedChecks(plan.intent, { status: 'completed', exitCode, output }, '/home/project');
}

const ERROR = 'a.ts(1,1): error TS2322: No.\n';

test.each([
  'npx tsc --noEmit',
  'npx tsc --noEmit | tail -5',
  'npx tsc --noEmit 2>&1 | tail -5',
  'npx tsc --noEmit 2>&1 | head -20 && echo ok',
  'npx tsc --noEmit; echo "exit $?"',
  'npx tsc --noEmit 2>&1 | grep "error TS"',
  'npm run types 2>&1 | tail',
  'npx tsc -p tsconfig.json --pretty false | cat',
])('%j that reports no error has passed, as a run of the same check', async (command) => {
  expect(await checksOf(command)).toMatchObject([{ kind: 'types', program: 'tsc', project: '', operands: [], hasPassed: true }]);
  const isOwn = command === 'npx tsc --noEmit';
  expect(await checksOf(command, { output: ERROR, exitCode: isOwn ? 2 : 0 })).toMatchObject([{ hasPassed: false }]);
});

test.each(['npx tsc 2>/dev/null | tail', 'npx tsc > log.txt; true', 'npx tsc | grep src/a.ts', 'npx vitest run | tail'])(
  '%j that prints nothing tells nothing',
  async (command) => {
    expect(await checksOf(command)).toMatchObject([{ hasPassed: false, isWhole: false }]);
  },
);

test('a program that did not run has not passed, and what reports failures to the end is whole', async () => {
  expect(await checksOf('npx tsc | tail', { output: 'sh: tsc: not found\n' })).toMatchObject([{ hasPassed: false, isWhole: false }]);
  expect(await checksOf('npx tsc', { output: ERROR, exitCode: 2 })).toMatchObject([{ hasPassed: false, isWhole: true }]);
  expect(await checksOf('npx tsc | tail -1', { output: ERROR })).toMatchObject([{ hasPassed: false, isWhole: false }]);
});
