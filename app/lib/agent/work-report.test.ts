import { expect, test } from 'vitest';
import type { JsonValue } from '../protocol/message.ts';
import { type ToolCall, toolCallSchema } from '../protocol/tool-call.ts';
import { workReport } from './work-report.ts';

let count = 0;
function done(toolName: string, output: JsonValue): ToolCall {
  const toolCallId = `c${++count}`;
  return toolCallSchema.parse({ toolCallId, stepId: 's', toolName, input: {}, status: 'success', output, finishedAt: 1, durationMs: 1 });
}
const wrote = (path: string) => done('devonz_write_file', { path, created: true });
const ran = (command: string, exitCode: number | null = 0) =>
  done('devonz_run_command', exitCode === null ? { command, status: 'running' } : { command, status: 'completed', exitCode });

test('only what was run after the last change proves anything [new-9]', () => {
  expect(workReport([wrote('a'), ran('npm test'), wrote('b'), wrote('a')])).toEqual({ changed: ['a', 'b'], checks: [] });
  expect(workReport([wrote('a'), ran('npm test', 1), done('devonz_get_errors', { hasErrors: true, count: 2, errors: [] })])).toEqual({
    changed: ['a'],
    checks: [
      { kind: 'command', command: 'npm test', exitCode: 1 },
      { kind: 'problems', count: 2 },
    ],
  });
});

test('edits, deletions and renames are changes; an unchanged write and a read are none', () => {
  const calls = [
    done('devonz_edit_file', { path: 'a', created: false }),
    done('devonz_delete_file', { path: 'b', deleted: true }),
    done('devonz_rename_file', { path: 'c', renamedFrom: 'd' }),
    done('devonz_write_file', { path: 'e', created: false, unchanged: true }),
    done('devonz_read_file', { path: 'f', content: '', lineCount: 0 }),
    done('odd', 'text'),
  ];
  expect(workReport(calls).changed).toEqual(['a', 'b', 'c']);
});

test('looking around and installing prove nothing, but a check behind them does', () => {
  expect(
    workReport([ran('ls -la'), ran('npm install'), ran('cat a.ts | head'), ran('cd x && npm test'), ran('npm run dev', null)]).checks,
  ).toEqual([
    { kind: 'command', command: 'cat a.ts | head', exitCode: 0 },
    { kind: 'command', command: 'cd x && npm test', exitCode: 0 },
    { kind: 'command', command: 'npm run dev', exitCode: null },
  ]);
});

test('failed and cancelled calls are no work', () => {
  const failed = toolCallSchema.parse({
    toolCallId: 'f',
    stepId: 's',
    toolName: 'devonz_write_file',
    input: {},
    status: 'error',
    code: 'failed',
    message: 'no',
    finishedAt: 1,
  });
  expect(workReport([failed])).toEqual({ changed: [], checks: [] });
});
