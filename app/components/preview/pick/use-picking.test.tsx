// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { PICK_ELEMENT, type PickedElement } from 'devonz-engine-protocol/page-pick';
import { afterEach, expect, test, vi } from 'vitest';
import { putInMessageBox } from '../../../lib/chat/put-in-message-box.ts';
import { $isPickAsked } from '../../../lib/picker/pick-request.ts';
import { $returnedText } from '../../../lib/stores/chat.ts';
import { $files } from '../../../lib/stores/files.ts';
import type { Preview } from '../../../lib/stores/previews.ts';
import { $announcement, $narrowPane, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { PickButton } from './pick-button.tsx';
import { PickNote } from './pick-note.tsx';
import { usePicking } from './use-picking.ts';

const PREVIEW: Preview = { port: 3000, url: 'http://p3000.run.example/' };
const ELEMENT: PickedElement = {
  name: 'button.primary',
  selector: '#root > button',
  text: 'Buy',
  components: ['App'],
  sources: [{ type: 'file', file: '/home/project/src/App.tsx', line: 12 }],
};
const open: MessagePort[] = [];

afterEach(() => {
  cleanup();
  for (const port of open.splice(0)) port.close();
  $returnedText.set(null);
  $files.set(new Map());
  $announcement.set('');
  $narrowPane.set('chat');
  $workbenchTab.set('code');
});

/** Renders the parts of the area around a frame whose page is played by the test. */
function show() {
  const asked: { message: unknown; origin: string; port: MessagePort }[] = [];
  const heard: unknown[] = [];
  const frame = document.createElement('iframe');
  const postMessage = (message: unknown, origin: string, [port]: MessagePort[]) => {
    if (port === undefined) return;
    open.push(port);
    port.onmessage = ({ data }) => void heard.push(data);
    asked.push({ message, origin, port });
  };
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } });
  function Area({ preview }: { preview: Preview | null }) {
    const picking = usePicking({ current: frame }, preview);
    return (
      <>
        <PickButton picking={picking} />
        <PickNote picking={picking} />
      </>
    );
  }
  const actions = fakeActions({
    openFile: async () => undefined,
    quote: async (text) => putInMessageBox({ text, attachments: [] }),
  });
  const area = (preview: Preview | null) => (
    <ReadyWorkbench actions={actions}>
      <Area preview={preview} />
    </ReadyWorkbench>
  );
  const { rerender } = render(area(PREVIEW));
  return { asked, heard, frame, actions, showPage: (preview: Preview | null) => rerender(area(preview)) };
}

const button = () => screen.getByRole('button', { name: 'Pick an element' });
const isOn = () => button().getAttribute('aria-pressed') === 'true';

test('what the user picks is put into the message box, not sent, with the place that the project has', async () => {
  $files.set(new Map([['src/App.tsx', { kind: 'file', change: 'none' }]]));
  const { asked, actions } = show();
  expect(isOn()).toBe(false);
  fireEvent.click(button());
  expect([isOn(), asked.length, asked[0]?.message, asked[0]?.origin]).toEqual([
    true,
    1,
    { type: PICK_ELEMENT },
    'http://p3000.run.example',
  ]);
  expect($announcement.get()).toContain('Picking is on');
  asked[0]?.port.postMessage({ type: 'picked', element: ELEMENT });
  await vi.waitFor(() => expect(isOn()).toBe(false));
  expect($returnedText.get()?.text).toContain(
    'element: button.primary “Buy”\nselector: #root > button\ncomponents: App › button.primary\nsource: src/App.tsx:12\n',
  );
  expect($narrowPane.get()).toBe('chat');
  fireEvent.click(screen.getByRole('button', { name: 'Open src/App.tsx:12' }));
  expect(actions.calls.slice(1)).toEqual([{ name: 'openFile', arguments: ['src/App.tsx', { line: 12 }] }]);
  expect($workbenchTab.get()).toBe('code');
  expect(screen.queryByText(/is in the message box/)).toBeNull();
});

test('a page that was not asked, or has answered, puts nothing into the message box', async () => {
  const { asked } = show();
  fireEvent.click(button());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(isOn()).toBe(false);
  expect($announcement.get()).toBe('Picking is off.');
  asked[0]?.port.postMessage({ type: 'picked', element: ELEMENT });
  await new Promise((resolve) => setImmediate(resolve));
  expect($returnedText.get()).toBeNull();
});

test('the keys of the button walk through the page, and Enter picks in place of pressing it', async () => {
  const { asked, heard } = show();
  fireEvent.click(button());
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) fireEvent.keyDown(button(), { key });
  await vi.waitFor(() => expect(heard).toEqual(['ArrowDown', 'ArrowRight', 'Enter'].map((key) => ({ type: 'key', key }))));
  act(() => asked[0]?.port.postMessage({ type: 'at', element: { name: 'ul.todos', text: 'One', width: 300, height: 40 } }));
  await vi.waitFor(() => expect($announcement.get()).toBe('ul.todos, One, 300 by 40'));
});

test('another page in the frame, and another server, end it', async () => {
  const { frame, heard, showPage } = show();
  fireEvent.click(button());
  fireEvent.load(frame);
  expect(isOn()).toBe(false);
  expect(screen.getByText(/Another page has been loaded/)).toBeTruthy();
  fireEvent.click(button());
  showPage({ port: 4000, url: 'http://p4000.run.example/' });
  expect(isOn()).toBe(false);
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'leave' }, { type: 'leave' }]));
});

test('without a page nothing is asked for; the palette’s wish waits for one', () => {
  const { asked, showPage } = show();
  showPage(null);
  fireEvent.click(button());
  expect([isOn(), asked]).toEqual([false, []]);
  act(() => $isPickAsked.set(true));
  expect(asked).toEqual([]);
  showPage(PREVIEW);
  expect([isOn(), asked.length, $isPickAsked.get()]).toEqual([true, 1, false]);
});

test('a page that writes what does not show is read with it written out', async () => {
  const { asked } = show();
  fireEvent.click(button());
  asked[0]?.port.postMessage({ type: 'picked', element: { ...ELEMENT, text: 'Buy\u202egnp.exe', sources: [] } });
  await vi.waitFor(() => expect($returnedText.get()?.text).toContain('Buy‹U+202E›gnp.exe'));
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull();
});
