// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageBox } from './message-box.tsx';

Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

test('a command typed, chosen and sent before the menu is here is sent once it is', async () => {
  const actions = fakeActions({ send: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <MessageBox variant="start" />
    </ReadyWorkbench>,
  );
  const box = screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
  expect(messageAids.current()).toBeNull();
  fireEvent.change(box, { target: { value: '/s' } });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect([box.value, actions.calls]).toEqual(['/s', []]);
  // The second match: /shell, then /stop.
  await waitFor(() => expect(actions.calls.map((call) => [call.name, call.arguments[0]])).toEqual([['send', '/stop']]));
});
