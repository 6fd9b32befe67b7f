// @vitest-environment happy-dom
import type { FromPicker, PickerKey } from 'devonz-engine-protocol/page-pick';
import { afterEach, expect, test, vi } from 'vitest';
import { createElementPicker } from './element-picker.ts';

const page = window as unknown as Window & typeof globalThis; // happy-dom has its own type.
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  document.body.replaceChildren();
});

function start(html: string) {
  document.body.innerHTML = html; // The test's own text.
  const { port1, port2 } = new MessageChannel();
  const heard: FromPicker[] = [];
  port1.onmessage = ({ data }) => void heard.push(data);
  const onEnd = vi.fn();
  const picker = createElementPicker({ page, port: port2, resolveStack: async (stack) => stack, onEnd });
  closing.push(() => {
    picker.leave();
    port1.close();
  });
  const press = (...keys: PickerKey[]) => {
    for (const key of keys) port1.postMessage({ type: 'key', key });
  };
  const last = (type: FromPicker['type']) => vi.waitFor(() => expect(heard.at(-1)?.type).toBe(type)).then(() => heard.at(-1));
  return { port: port1, heard, press, last, onEnd, picker };
}

const overlays = () => document.querySelectorAll('devonz-picker').length;

test('arrow keys walk through the page, and Enter picks once; nothing of it remains', async () => {
  const { press, last, heard } = start(
    '<script></script><ul class="todos"><li>One</li><li hidden style="display:none">Two</li><li>Three</li></ul>',
  );
  await last('started');
  expect(overlays()).toBe(1);
  press('ArrowDown', 'ArrowDown', 'ArrowRight');
  await vi.waitFor(() => expect(heard).toHaveLength(4));
  const names = heard.flatMap((message) => (message.type === 'at' ? [`${message.element.name} ${message.element.text}`] : []));
  expect(names).toEqual(['ul.todos One Three', 'li One', 'li Three']);
  press('ArrowRight', 'Enter', 'Enter');
  expect(await last('picked')).toMatchObject({ element: { name: 'li', text: 'Three', selector: 'ul.todos > li:nth-of-type(3)' } });
  expect(heard.filter(({ type }) => type === 'picked')).toHaveLength(1);
  expect(overlays()).toBe(0);
  expect(document.adoptedStyleSheets).toEqual([]);
});

test('up leads to what holds the element, out of an open shadow tree too', async () => {
  const { press, heard } = start('<x-card></x-card>');
  const shadow = document.querySelector('x-card')?.attachShadow({ mode: 'open' });
  shadow?.append(document.createElement('button'));
  press('ArrowDown', 'ArrowDown', 'ArrowUp');
  await vi.waitFor(() => expect(heard).toHaveLength(4));
  expect(heard.flatMap((message) => (message.type === 'at' ? [message.element.name] : []))).toEqual(['x-card', 'button', 'x-card']);
});

test('asked to leave it removes what it has drawn, and takes no more', async () => {
  const { port, last, press, onEnd } = start('<p>One</p>');
  await last('started');
  port.postMessage({ type: 'leave' });
  await last('left');
  expect(overlays()).toBe(0);
  press('ArrowDown', 'Enter');
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
});

test('what a field holds is not passed on: it may be a secret', async () => {
  const { press, last } = start('<input type="text" placeholder="Key" value="sk-secret">');
  press('ArrowDown', 'Enter');
  expect(JSON.stringify(await last('picked'))).not.toContain('sk-secret');
});

test('an overlay that the page removes is there again with the next frame', async () => {
  const { last } = start('<p>One</p>');
  await last('started');
  document.querySelector('devonz-picker')?.remove();
  await vi.waitFor(() => expect(overlays()).toBe(1));
});

test('an event that a script of the page makes picks nothing', async () => {
  const { picker, heard, last } = start('<button>Buy</button>');
  await last('started');
  const click = new page.MouseEvent('click', { bubbles: true });
  picker.handle(click);
  expect(click.defaultPrevented).toBe(false);
  expect(heard).toHaveLength(1);
});

test('a finger that scrolls picks nothing, and one that taps picks what is under it', async () => {
  const { picker, heard, last } = start('<button>Buy</button>');
  await last('started');
  const button = document.querySelector('button');
  // Trusted like the user's own events, which scripts cannot create.
  const touch = (type: string, clientY: number) => {
    const event = new page.PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, button: 0, clientX: 5, clientY });
    Object.defineProperty(event, 'isTrusted', { value: true });
    button?.addEventListener(type, () => picker.handle(event), { once: true });
    button?.dispatchEvent(event);
  };
  touch('pointerdown', 200);
  touch('pointerup', 120);
  touch('pointerdown', 200);
  touch('pointerup', 204);
  expect(await last('picked')).toMatchObject({ element: { name: 'button', text: 'Buy' } });
  expect(heard.map(({ type }) => type)).toEqual(['started', 'picked']);
});

test('a touch is kept from the page, which can still be scrolled', async () => {
  const { picker, last } = start('<button>Buy</button>');
  await last('started');
  const event = new page.Event('touchstart', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  const stop = vi.spyOn(event, 'stopImmediatePropagation');
  picker.handle(event);
  expect([stop.mock.calls.length, event.defaultPrevented]).toEqual([1, false]);
});
