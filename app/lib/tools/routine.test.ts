import { expect, test } from 'vitest';
import type { ToolContext } from '../agent/contract/tool-definition.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { routineTool } from './routine.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const ROUTINES = [
  { name: 'test', description: 'Run the tests', command: 'npm run test -- $*' },
  { name: 'deploy', description: 'To a place', command: 'npm run deploy -- $1' },
];
const packageFile = JSON.stringify({ scripts: { test: 'vitest run', deploy: 'node deploy.js' } });
const context = (workspace = new MemoryWorkspace({ 'package.json': packageFile })): ToolContext => ({
  ...toolContext(workspace),
  routines: () => ROUTINES,
});

test('the routines are listed with what they run, and nobody is asked for that', async () => {
  expect(await routineTool.plan({ action: 'list' }, context())).toEqual({ ok: true, intent: { kind: 'control' } });
  expect(await outputOf(routineTool, { action: 'list' }, context())).toEqual({ routines: ROUTINES });
  expect(await outputOf(routineTool, { action: 'list' }, toolContext())).toMatchObject({
    routines: [],
    note: expect.stringContaining('no routines'),
  });
});

test('what would be run is looked up before anybody decides: the command, its folder and the script that it pins', async () => {
  const plan = await routineTool.plan({ action: 'run', name: 'test', arguments: "-t 'a b'" }, context());
  expect(plan).toMatchObject({
    ok: true,
    intent: { kind: 'command', command: "npm run test -- -t 'a b'", cwd: '', script: expect.stringContaining('vitest run') },
  });
});

test('a routine runs at the root of the project and its result is that of a command', async () => {
  const folders: (string | undefined)[] = [];
  const workspace = new MemoryWorkspace({ 'package.json': packageFile }).script('npm run test', ({ cwd }) => {
    folders.push(cwd);
    return { status: 'completed', exitCode: 1, output: '1 failed' };
  });
  expect(await outputOf(routineTool, { action: 'run', name: 'test' }, context(workspace))).toMatchObject({
    status: 'completed',
    command: 'npm run test',
    exitCode: 1,
    output: '1 failed',
  });
  expect(folders).toEqual(['']);
});

test('a name that is none, and arguments that do not fit, are refused with what there is', async () => {
  expect(await failureOf(routineTool, { action: 'run', name: 'tset' }, context())).toMatchObject({
    code: 'not_found',
    message: 'There is no routine "tset". The routines are: test, deploy.',
  });
  expect(await failureOf(routineTool, { action: 'run' }, context())).toMatchObject({ code: 'bad_arguments' });
  expect(await failureOf(routineTool, { action: 'run', name: 'deploy' }, context())).toMatchObject({
    message: expect.stringContaining('It needs 1 argument'),
  });
  expect(await failureOf(routineTool, { action: 'run', name: 'constructor' }, toolContext())).toMatchObject({
    message: 'There is no routine "constructor". This project has none.',
  });
});
