import { describe, expect, test } from 'vitest';
import { type ToolCall, toolCallSchema } from '../../protocol/tool-call.ts';
import type { CommandCheck, ToolEffect } from '../../protocol/tool-effect.ts';
import { failedAtEnd } from './failed-at-end.ts';

let count = 0;
function call(...effects: ToolEffect[]): ToolCall {
  count += 1;
  const state = { stepId: 's', toolName: 'x', input: {}, status: 'success', output: null, finishedAt: 1, durationMs: 1 };
  return toolCallSchema.parse({ ...state, toolCallId: `c${count}`, effects });
}

function ran(command: string, exitCode: number, kind?: CommandCheck['kind']): ToolCall {
  const check = kind === undefined ? {} : { check: { kind, result: exitCode === 0 ? ('passed' as const) : ('failed' as const) } };
  return call({ type: 'command-ran', command, status: 'completed', exitCode, errors: [], ...check });
}

const changed = call({ type: 'file-modified', path: 'a.ts' });
const named = (calls: readonly ToolCall[]) => failedAtEnd(calls).map((each) => (each.kind === 'command' ? each.command : each.count));

describe('what had failed at the end of a task', () => {
  test.each<[string, ToolCall[], (string | number)[]]>([
    ['nothing, where all passed', [ran('npm test', 0, 'test'), ran('ls', 0)], []],
    ['a check, whatever was looked at after it', [ran('npm test', 1, 'test'), ran('ls', 0)], ['npm test']],
    ['a check that was not run again after a change', [ran('npm test', 1, 'test'), changed, ran('ls', 0)], ['npm test']],
    ['no check that passed in the end', [ran('npm test', 1, 'test'), changed, ran('npx vitest', 0, 'test')], []],
    ['a check that another kind of check does not put right', [ran('npx tsc', 2, 'types'), ran('npm test', 0, 'test')], ['npx tsc']],
    ['the last commands', [ran('a', 1), ran('b', 0), ran('c', 1), ran('d', 127)], ['c', 'd']],
    ['no earlier command, where a later one succeeded', [ran('npm install', 1), ran('npm ci', 0)], []],
    ['a command once, however often it failed', [ran('npm test', 1, 'test'), ran('npm test', 1, 'test')], ['npm test']],
    ['the errors as they were listed last', [call({ type: 'errors-listed', source: 'all', count: 2, errors: [] })], [2]],
  ])('is %s', (_what, calls, failures) => {
    expect(named(calls)).toEqual(failures);
  });
});
