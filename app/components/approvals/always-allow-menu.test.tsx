// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { waitingChange, waitingCommand } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { AlwaysAllowMenu } from './always-allow-menu.tsx';

afterEach(cleanup);

async function open(command: string, by?: 'guard'): Promise<ApprovalAnswer[]> {
  const call = waitingCommand('a', command);
  if (call.status !== 'awaiting_approval') throw new Error('It does not wait.');
  const approval = { ...call.approval, parts: call.approval.parts.map((part) => ({ ...part, ...(by === undefined ? {} : { by }) })) };
  return openFor(approval);
}

async function openFor(approval: ApprovalRequest): Promise<ApprovalAnswer[]> {
  const answers: ApprovalAnswer[] = [];
  render(
    <ReadyWorkbench actions={fakeActions()}>
      <AlwaysAllowMenu approval={approval} onAnswer={(answer) => answers.push(answer)} />
    </ReadyWorkbench>,
  );
  await act(async () => void fireEvent.keyDown(screen.getByRole('button', { name: 'Always allow…' }), { key: 'Enter' }));
  return answers;
}

it('offers the narrowest rules and says what else each would allow', async () => {
  const answers = await open('npm install react');
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual([
    'Once',
    'In this chat: exactly this',
    'In every chat: npm install reactAlso allows nothing else.',
    'In every chat: npm install *Also allows npm install with any words after it; risky ones still ask.',
  ]);
  expect(screen.getByText('You take it back in Settings → Agent.')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'In this chat: exactly this' })));
  expect(answers).toEqual([{ decision: 'approve', remember: { pattern: 'npm install react', scope: 'chat' } }]);
});

it('asks until when a rule holds', async () => {
  const answers = await open('npm install react');
  const prefix = screen.getByRole('menuitem', { name: /npm install \*/ });
  await act(async () => void fireEvent.keyDown(prefix, { key: 'ArrowRight' }));
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'For 7 days' })));
  expect(answers).toEqual([{ decision: 'approve', remember: { pattern: 'npm install *', scope: 'always', days: 7 } }]);
});

it('offers no rule where none would help', async () => {
  await open('cat .env', 'guard');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Once']);
  expect(screen.getByText(/no rule overrides a guard/)).toBeTruthy();
  expect(screen.queryByText(/You take it back/)).toBeNull();
});

it('says of the changes of files, too, that it holds in every chat', async () => {
  const call = waitingChange('a', 'src/app.ts', 'new');
  if (call.status !== 'awaiting_approval') throw new Error('It does not wait.');
  await openFor(call.approval);
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Once', 'In every chat: all file changes']);
  expect(screen.getByText('You take it back in Settings → Agent.')).toBeTruthy();
});
