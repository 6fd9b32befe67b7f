import { expect, test } from 'vitest';
import { printCommand } from '../../lib/tools/commands/print-command.ts';
import { readCommandReport } from './command-report.server.ts';

test.each([
  [
    { status: 'completed', exitCode: 1, output: 'bad\n' },
    { status: 'completed', exitCode: 1, output: 'bad' },
  ],
  [
    { status: 'running', processId: 'p1', ports: [{ port: 5173, url: 'http://localhost:5173/' }], output: 'ready\n' },
    { status: 'running', ports: [5173], output: 'ready' },
  ],
  [{ status: 'timed_out', processId: 'p1', output: 'x', note: 'It had not ended after 30000 ms.' }, { status: 'timed_out' }],
])('reads what the command tool prints of %j', (output, report) => {
  expect(readCommandReport(printCommand(output))).toMatchObject(report);
});
