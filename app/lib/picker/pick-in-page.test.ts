import type { FromPicker, PickedElement } from 'devonz-engine-protocol/page-pick';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pickInPage } from './pick-in-page.ts';

const ELEMENT: PickedElement = { name: 'button', selector: '#buy', text: 'Buy', components: [], sources: [] };
const open: MessagePort[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const port of open.splice(0)) port.close();
});

/** The page's end of the port, which may send anything. */
function start() {
  const heard: unknown[] = [];
  const onPicked = vi.fn();
  const onStop = vi.fn();
  const onEnd = vi.fn();
  let page: MessagePort | null = null;
  const picking = pickInPage({
    ask(port) {
      page = port;
      open.push(port);
      port.onmessage = ({ data }) => void heard.push(data);
    },
    onPicked,
    onStop,
    onEnd,
  });
  const say = (...messages: unknown[]) => {
    for (const message of messages) page?.postMessage(message);
  };
  return { picking, heard, say, onPicked, onStop, onEnd };
}

test('the element is given once: what the page says after it is not heard', async () => {
  const { say, onPicked, onEnd } = start();
  say({ type: 'started' }, { type: 'picked', element: ELEMENT }, { type: 'picked', element: { ...ELEMENT, selector: '#other' } });
  await vi.waitFor(() => expect(onPicked).toHaveBeenCalledWith(ELEMENT));
  say({ type: 'picked', element: ELEMENT });
  await new Promise((resolve) => setImmediate(resolve));
  expect(onPicked).toHaveBeenCalledOnce();
  expect(onEnd.mock.calls).toEqual([['picked']]);
});

test('after the user has left nothing is heard of the page, which is asked to leave', async () => {
  const { picking, say, heard, onPicked, onEnd } = start();
  picking.leave();
  say({ type: 'picked', element: ELEMENT });
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'leave' }]));
  expect([onPicked.mock.calls, onEnd.mock.calls]).toEqual([[], []]);
});

test('keys are passed on, and where they have led is said', async () => {
  const { picking, say, heard, onStop } = start();
  const at = { name: 'ul', text: '', width: 1, height: 2 };
  say({ type: 'started' }, { type: 'at', element: at } satisfies FromPicker);
  picking.press('ArrowDown');
  await vi.waitFor(() => expect(onStop).toHaveBeenCalledWith(at));
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'key', key: 'ArrowDown' }]));
});

test.each([
  ['a text without end', { ...ELEMENT, selector: 'x'.repeat(1e6) }],
  ['components without end', { ...ELEMENT, components: Array.from({ length: 1_000 }, () => 'App') }],
  ['a number for a name', { ...ELEMENT, name: 1 }],
  ['a source of another kind', { ...ELEMENT, sources: [{ type: 'network', file: 'a' }] }],
])('%s is no element', async (_name, element) => {
  const { say, onPicked, onEnd } = start();
  say({ type: 'picked', element }, { type: 'left' });
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledWith('left'));
  expect(onPicked).not.toHaveBeenCalled();
});

test('a page that does not answer, one that may not, and one that never stops each have an end of their own', async () => {
  const silent = start();
  vi.advanceTimersByTime(5_000);
  expect(silent.onEnd.mock.calls).toEqual([['silent']]);
  const failed = start();
  failed.say({ type: 'failed' });
  await vi.waitFor(() => expect(failed.onEnd.mock.calls).toEqual([['failed']]));
  const flooded = start();
  flooded.say({ type: 'started' }, ...Array.from({ length: 3_000 }, (_, index) => index));
  await vi.waitFor(() => expect(flooded.onEnd.mock.calls).toEqual([['flooded']]));
  vi.advanceTimersByTime(10_000);
  expect(flooded.onEnd).toHaveBeenCalledOnce();
});
