// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DialogFrame } from './dialog-frame.tsx';

afterEach(cleanup);

/** A field, a dialog that a key opens, and another one that its button opens. */
function Page({ onClosed }: { onClosed?: () => void }) {
  const [open, setOpen] = useState<'none' | 'first' | 'second'>('none');
  const [hasField, setHasField] = useState(true);
  return (
    <>
      <div className="message-input">
        <textarea aria-label="Message" />
      </div>
      {hasField && <input aria-label="Code" onKeyDown={(event) => event.key === 'F1' && setOpen('first')} />}
      {open === 'first' && (
        <DialogFrame
          isOpen
          title="First"
          onOpenChange={() => {
            setOpen('none');
            onClosed?.();
          }}
        >
          <button type="button" onClick={() => setOpen('second')}>
            Lead on
          </button>
          <button type="button" onClick={() => setHasField(false)}>
            Take the field away
          </button>
        </DialogFrame>
      )}
      {open === 'second' && (
        <DialogFrame isOpen title="Second" onOpenChange={() => setOpen('none')}>
          <button type="button">Stay</button>
        </DialogFrame>
      )}
    </>
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function openFirst(onClosed?: () => void) {
  render(<Page {...(onClosed && { onClosed })} />);
  screen.getByLabelText('Code').focus();
  fireEvent.keyDown(screen.getByLabelText('Code'), { key: 'F1' });
  await waitFor(() => expect(focused()).toBe('Lead on'));
}

test('a dialog that a key has opened gives the focus back to where it was', async () => {
  await openFirst();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Code'));
});

test('a dialog that leads to another leaves the focus there, which gives it to the message box when the place is gone', async () => {
  await openFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Take the field away' }));
  fireEvent.click(screen.getByRole('button', { name: 'Lead on' }));
  await waitFor(() => expect(focused()).toBe('Stay'));
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Second' }), { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Message'));
});

test('what a command brings the focus to keeps it', async () => {
  // Focuses the field only after the dialog is open, like a command, because an open dialog traps the focus.
  await openFirst(() => setTimeout(() => screen.getByLabelText('Message').focus()));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focused()).toBe('Message'));
});
