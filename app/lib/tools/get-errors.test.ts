import { expect, test } from 'vitest';
import type { Problem } from '../protocol/project-facts/problem.ts';
import { getErrorsTool } from './get-errors.ts';
import { runTool, toolContext } from './testing/run-tool.ts';

const NOTE = 'Types are not checked right now: TypeScript did not answer within 10 seconds and was started again.';
const PROBLEM: Problem = { source: 'build', message: 'TS2304: no such name', file: 'src/a.ts', line: 3, count: 1 };

/** Returns the text for the model, followed by the effects. */
async function asked(source: string, problems: readonly Problem[] = []) {
  const context = toolContext({}, problems);
  const result = await runTool(getErrorsTool, { source }, { ...context, problems: { ...context.problems, note: () => NOTE } });
  if (!result.ok) return expect.unreachable(result.message);
  return { text: getErrorsTool.print(result.output, { source }), effects: result.effects };
}

test('trouble of the product is a note, and no error of the project', async () => {
  expect(await asked('all')).toEqual({
    text: `No errors.\n${NOTE}`,
    effects: [{ type: 'errors-listed', source: 'all', count: 0, errors: [] }],
  });
  expect((await asked('build', [PROBLEM])).text).toBe(`build src/a.ts:3: TS2304: no such name\n${NOTE}`);
});

test('what types would say nothing about goes without the note', async () => {
  expect((await asked('preview')).text).toBe('No errors.');
});
