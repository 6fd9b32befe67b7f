import { expect, test } from 'vitest';
import { TestClock } from '../../agent/testing/test-session.ts';
import type { ApprovalId } from '../../protocol/ids.ts';
import { createAskedProposals } from './asked-proposals.ts';
import type { TabMessage } from './tab-message.ts';

const approvalId = 'approval-1' as ApprovalId;
const change = { path: 'a.ts', before: 'a', after: 'b' };

test('everybody who asks what an approval would change gets the other tab’s answer', async () => {
  const told: TabMessage[] = [];
  const proposals = createAskedProposals(new TestClock(), (message) => told.push(message));
  const asked = [proposals.ask(approvalId), proposals.ask(approvalId)];
  expect(told[0]).toEqual({ type: 'proposal-wanted', approvalId });
  proposals.answered({ type: 'proposal', approvalId: 'approval-2' as ApprovalId, change: null });
  proposals.answered({ type: 'proposal', approvalId, change });
  expect(await Promise.all(asked)).toEqual([change, change]);
});

test('where no tab answers nothing is shown, and a late answer hurts nobody', async () => {
  const clock = new TestClock();
  const proposals = createAskedProposals(clock, () => undefined);
  const asked = proposals.ask(approvalId);
  clock.pass(5_000);
  expect(await asked).toBeNull();
  proposals.answered({ type: 'proposal', approvalId, change });
});
