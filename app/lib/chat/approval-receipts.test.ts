import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { approvalReceipts, brokenReceipt } from './approval-receipts.ts';

const hasher = { hash: async (content: Uint8Array) => createHash('sha256').update(content).digest('hex') as ContentHash };

/** The log of a chat in which one command was approved and the next denied. */
async function exportedLog() {
  const commands = ['npm install left-pad', 'rm -rf src'].map((command) => ({ toolName: 'devonz_run_command', input: { command } }));
  const workspace = new MemoryWorkspace().script('npm install left-pad', { output: 'added 1 package' });
  const transport = new ScriptedTransport(call(...commands), say('All right.'));
  const { session, say: send, waiting, journal } = testSession({ transport, workspace, tools });
  await send('clean up');
  const [first, second] = waiting();
  await session.answerApproval(first?.approvalId ?? expect.unreachable(), { decision: 'approve' });
  await session.answerApproval(second?.approvalId ?? expect.unreachable(), { decision: 'deny', reason: 'I need it.' });
  await session.settled();
  return approvalReceipts(journal.records, hasher);
}

test('what was asked, answered and done is a line each, with the hash of the arguments that were shown', async () => {
  const lines = (await exportedLog())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event, decision, code }) => [event, decision ?? code ?? ''].join(' ').trim())).toEqual(
    expect.arrayContaining([
      'approval-requested',
      'approval-answered approve',
      'tool-call-succeeded',
      'approval-answered deny',
      'tool-call-failed denied',
    ]),
  );
  expect(lines[0]).toMatchObject({
    toolName: 'devonz_run_command',
    subject: { kind: 'command', command: 'npm install left-pad' },
    argumentsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    previous: '',
  });
  expect(lines[1].previous).toBe(lines[0].hash);
});

test('a line that was changed, taken out or put in shows', async () => {
  const log = await exportedLog();
  const lines = log.trimEnd().split('\n');
  expect(await brokenReceipt(log, hasher)).toBeNull();
  expect(await brokenReceipt(log.replace('left-pad', 'evil-pad'), hasher)).toBe(1);
  expect(await brokenReceipt(lines.toSpliced(1, 1).join('\n'), hasher)).toBe(2);
  expect(await brokenReceipt(lines.toSpliced(2, 0, lines[0] ?? '').join('\n'), hasher)).toBe(3);
});
