import { expect, test } from 'vitest';
import { approvalIdSchema } from '../protocol/ids.ts';
import { TOOL_REGISTRY } from '../tools/index.ts';
import { createApprovalService } from './approval-service.ts';

const approvalId = approvalIdSchema.parse('approval-1');

function serviceWith(outcome: { accepted: true } | { accepted: false; why: string }) {
  const asked: unknown[] = [];
  const errors: string[] = [];
  const session = {
    answerApproval: async (...given: unknown[]) => {
      asked.push(given);
      return outcome;
    },
    approveAll: async () => void asked.push('all'),
    proposedChange: async () => ({ path: 'x', before: 'a', after: 'b' }),
  };
  const notices = { error: (message: string) => errors.push(message) };
  return { asked, errors, service: createApprovalService({ session: () => session, notices, tools: TOOL_REGISTRY }) };
}

test('an answer goes to the open session as it is', async () => {
  const { service, asked, errors } = serviceWith({ accepted: true });
  await service.answerApproval(approvalId, { decision: 'approve' });
  await service.approveAll();
  expect(asked).toEqual([[approvalId, { decision: 'approve' }], 'all']);
  expect(errors).toEqual([]);
  expect(await service.proposedChange(approvalId)).toEqual({ path: 'x', before: 'a', after: 'b' });
});

test('an answer that the session does not take is shown with its reason', async () => {
  const { service, errors } = serviceWith({ accepted: false, why: 'The question was answered already.' });
  await service.answerApproval(approvalId, { decision: 'approve' });
  expect(errors).toEqual(['The question was answered already.']);
});

test('without an open chat there is nothing to answer and nothing proposed', async () => {
  const service = createApprovalService({
    session: () => null,
    notices: { error: (message) => expect.unreachable(message) },
    tools: TOOL_REGISTRY,
  });
  await service.answerApproval(approvalId, { decision: 'approve' });
  await service.approveAll();
  expect(await service.proposedChange(approvalId)).toBeNull();
});
