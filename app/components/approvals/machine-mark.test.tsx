// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { argumentFields } from '../../lib/chat/argument-fields.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $place } from '../../lib/stores/workbench.ts';
import { getToolDefinition } from '../../lib/tools/index.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { showChat, waitingChange, waitingCommand } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { ApprovalRegion } from './approval-region.tsx';

const PLACE = { machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' };

afterEach(() => {
  cleanup();
  $place.set(null);
  $chat.set(INITIAL_CHAT_STATE);
});

function show() {
  const actions = fakeActions({
    answerApproval: async () => undefined,
    argumentFields: async (toolName) => argumentFields(getToolDefinition(toolName) ?? expect.unreachable(toolName)),
  });
  showChat([waitingCommand('a', 'npm install'), waitingChange('b', 'src/a.js', 'x')], { status: 'waiting_for_approval' });
  render(
    <ReadyWorkbench actions={actions}>
      <ApprovalRegion />
    </ReadyWorkbench>,
  );
  return screen.getAllByRole('article');
}

it('each request of a chat on a machine names it, also a folded one, and has its edge', () => {
  $place.set(PLACE);
  const cards = show();
  expect(cards).toHaveLength(2);
  for (const card of cards) {
    expect(card.querySelector('.machine-mark')?.textContent).toBe('ada@server');
    expect(card.querySelector('.machine-mark')?.getAttribute('title')).toBe('It acts on ada@server.');
    expect(card.hasAttribute('data-machine')).toBe(true);
  }
});

it('a request in this browser names none', () => {
  for (const card of show()) expect([card.querySelector('.machine-mark'), card.hasAttribute('data-machine')]).toEqual([null, false]);
});
