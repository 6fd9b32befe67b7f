// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ProposedChange } from '../../lib/agent/contract/proposed-change.ts';
import { argumentFields } from '../../lib/chat/argument-fields.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $awayPlace } from '../../lib/stores/other-tab.ts';
import { $readProposals } from '../../lib/stores/proposals.ts';
import { getToolDefinition } from '../../lib/tools/index.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { showChat, waitingChange, waitingCommand } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { ApprovalRegion } from './approval-region.tsx';

const PLACE = { machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' };

afterEach(() => {
  cleanup();
  $awayPlace.set(null);
  $readProposals.set(new Set());
  $chat.set(INITIAL_CHAT_STATE);
});

const waiting = () =>
  showChat([waitingChange('b', 'src/a.js', 'x'), waitingCommand('a', 'npm install')], { status: 'waiting_for_approval' });

/** Each reading of a change gives the next of these. */
async function show(...changes: (ProposedChange | null)[]) {
  await act(async () => void (await import('./proposed-diff.tsx')));
  let reads = 0;
  const actions = fakeActions({
    answerApproval: async () => undefined,
    argumentFields: async (toolName) => argumentFields(getToolDefinition(toolName) ?? expect.unreachable(toolName)),
    proposedChange: async () => changes[reads++] ?? null,
  });
  waiting();
  await act(async () => {
    render(
      <ReadyWorkbench actions={actions}>
        <ApprovalRegion />
      </ReadyWorkbench>,
    );
  });
}

const texts = () => screen.getAllByRole('article').map((card) => card.textContent ?? '');
const change = (after: string): ProposedChange => ({ path: 'src/a.js', before: '', after });

it('each request of a machine that is away says so, and a change of which nothing is known says when it is shown', async () => {
  $awayPlace.set(PLACE);
  await show(null);
  const [ofChange, ofCommand] = texts();
  for (const text of [ofChange, ofCommand]) expect(text).toContain('ada@server is not connected.');
  expect(ofChange).toContain('it is shown once the machine is connected');
  expect(ofChange).not.toContain('cannot be shown as text');
});

it('what was last seen is shown and cannot be approved; once the session of the machine asks, its change is read again', async () => {
  $awayPlace.set(PLACE);
  await show(change('as last seen'), change('as it is there'));
  expect(texts()[0]).toContain('as last seen');
  expect([...$readProposals.get()]).toEqual([]);
  await act(async () => {
    $awayPlace.set(null);
  });
  expect([...$readProposals.get()]).toEqual([]);
  await act(async () => waiting());
  expect(texts()[0]).toContain('as it is there');
  expect(texts()[0]).not.toContain('not connected');
  expect([...$readProposals.get()]).toEqual(['approval-b']);
});
