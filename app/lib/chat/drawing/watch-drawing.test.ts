import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatIdSchema } from '../../protocol/ids.ts';
import { DRAWING_KEY } from '../../protocol/storage-keys.ts';
import { $chat, $drawnPlainly, INITIAL_CHAT_STATE } from '../../stores/chat.ts';
import { watchDrawing } from './watch-drawing.ts';

const first = chatIdSchema.parse('first');
const second = chatIdSchema.parse('second');
let kept: Map<string, string>;
let held: Set<string>;
let stop: () => void = () => undefined;

beforeEach(() => {
  kept = new Map();
  held = new Set();
});
afterEach(closePage);

/** Simulates a page that has crashed: its stores are gone, its stored data is not. */
function closePage() {
  stop();
  held.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $drawnPlainly.set(null);
}

function openPage() {
  const hidden: (() => void)[] = [];
  const pauses: (() => void)[] = [];
  stop = watchDrawing({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    locks: {
      request: async (name: string, _options: unknown, work: (lock: null) => unknown) => {
        held.add(name);
        await work(null);
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    } as unknown as LockManager, // the only two overloads that are used
    onHidden: (run) => void hidden.push(run),
    pause: () => new Promise((resolve) => pauses.push(resolve)),
  });
  return {
    show: (chatId: typeof first | null) => $chat.set({ ...INITIAL_CHAT_STATE, chatId }),
    hide: () => hidden.forEach((run) => void run()),
    async wait() {
      for (const resolve of pauses.splice(0)) resolve();
      await Promise.resolve();
    },
  };
}

test('a chat whose drawing ended the page is text at the next opening, and another chat is not', () => {
  openPage().show(first);
  expect($drawnPlainly.get()).toBeNull();
  closePage();
  const next = openPage();
  next.show(first);
  expect($drawnPlainly.get()).toBe(first);
  next.show(second);
  expect($drawnPlainly.get()).toBeNull();
});

test('a chat that was drawn, or whose page went as pages go, is drawn again', async () => {
  const page = openPage();
  page.show(first);
  await page.wait();
  expect(kept.size).toBe(0);
  page.show(null);
  page.show(first);
  page.hide();
  closePage();
  openPage().show(first);
  expect($drawnPlainly.get()).toBeNull();
});

test('who wants it drawn after all gets it, and text again where that ends the page too', () => {
  openPage().show(first);
  closePage();
  openPage().show(first);
  kept.clear();
  $drawnPlainly.set(null);
  expect([...kept.keys()]).toEqual([`${DRAWING_KEY}:${first}`]);
  closePage();
  openPage().show(first);
  expect($drawnPlainly.get()).toBe(first);
});

test('a chat that is text because its drawing ended the page stays so, however long it is open as text, until the user wants it drawn', async () => {
  openPage().show(first);
  closePage();
  const asText = openPage();
  asText.show(first);
  await asText.wait();
  asText.hide();
  closePage();
  const again = openPage();
  again.show(first);
  expect($drawnPlainly.get()).toBe(first);
  $drawnPlainly.set(null);
  await again.wait();
  closePage();
  openPage().show(first);
  expect($drawnPlainly.get()).toBeNull();
});

test('a chat whose drawing ended the page is text though others were opened in between', async () => {
  openPage().show(first);
  closePage();
  const next = openPage();
  next.show(second);
  await next.wait();
  next.show(first);
  expect($drawnPlainly.get()).toBe(first);
});

test('a chat that another page is drawing, and that lives, is drawn here too', async () => {
  kept.set(`${DRAWING_KEY}:${first}`, 'another page');
  held.add(`${DRAWING_KEY}:${first}`);
  openPage().show(first);
  await expect.poll(() => $drawnPlainly.get()).toBeNull();
});

test('a page that has drawn a chat leaves the note of another page that draws it', async () => {
  const page = openPage();
  page.show(first);
  kept.set(`${DRAWING_KEY}:${first}`, 'another page');
  await page.wait();
  expect(kept.get(`${DRAWING_KEY}:${first}`)).toBe('another page');
});
