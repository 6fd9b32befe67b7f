// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $attentionPress, type AttentionReason } from '../../../lib/attention/attention-store.ts';
import { $narrowPane } from '../../../lib/stores/workbench.ts';
import { useAttentionPress } from './use-attention-press.ts';

afterEach(() => {
  cleanup();
  $narrowPane.set('chat');
});

function Page() {
  useAttentionPress();
  return (
    <>
      <article data-approval="call" tabIndex={-1} aria-label="A command waits" />
      <article data-host-question tabIndex={-1} aria-label="A host waits" />
      <div className="message-input">
        <textarea aria-label="Message" />
      </div>
    </>
  );
}

test.each<[AttentionReason, string]>([
  ['approval', 'A command waits'],
  ['host', 'A host waits'],
  ['question', 'Message'],
  ['completed', 'Message'],
])('a notification about %s leads to where it is answered, also out of another pane', async (reason, place) => {
  $narrowPane.set('preview');
  render(<Page />);
  act(() => $attentionPress.set(reason));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(place)));
  expect([$narrowPane.get(), $attentionPress.get()]).toEqual(['chat', null]);
});
