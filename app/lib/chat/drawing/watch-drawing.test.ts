import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatIdSchema } from '../../protocol/ids.ts';
import { DRAWING_KEY } from '../../protocol/storage-keys.ts';
import { $chat, $drawnPlainly, INITIAL_CHAT_STATE } from '../../stores/chat.ts';
import { watchDrawing } from './watch-drawing.ts';

const first = chatIdSchema.parse('first');
const second = chatIdSchema.parse('second');
let kept: Map<string, string>;
let stop: () => void = () => undefined;

beforeEach(() => {
  kept = new Map();
});
afterEach(closePage);

/** As a page that has died: its stores are gone, what it kept is not. */
function closePage() {
  stop();
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
  expect(kept.get(DRAWING_KEY)).toBe(first);
  closePage();
  openPage().show(first);
  expect($drawnPlainly.get()).toBe(first);
});
