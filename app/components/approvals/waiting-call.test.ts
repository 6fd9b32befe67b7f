import { expect, test } from 'vitest';
import { type ApprovalRequest, approvalRequestSchema } from '../../lib/protocol/tool-call.ts';
import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import { approvalName, approvalTitle } from './waiting-call.ts';

function reading(asker?: ApprovalRequest['asker']): ApprovalRequest {
  return approvalRequestSchema.parse({
    approvalId: 'approval-1',
    toolCallId: 'a',
    toolName: TOOL_NAMES.readFile,
    action: 'read',
    subject: { kind: 'command', command: `${TOOL_NAMES.readFile} .env`, cwd: '' },
    why: 'it may hold keys or passwords, which the model sees if you allow it',
    parts: [],
    argumentsHash: 'a'.repeat(64),
    requestedAt: 1,
    ...(asker === undefined ? {} : { asker }),
  });
}

test('a reading that asks is not called a command that runs', () => {
  expect(approvalTitle(reading())).toBe('Call a tool');
  expect(approvalName(reading())).not.toContain('command');
  expect(approvalTitle(reading({ name: 'Tester', task: 'Look', scope: [] }))).toBe('Tester asks to call a tool');
});
