import { expect, test } from 'vitest';
import { withoutLastingListeners } from './without-lasting-listeners.ts';

test('a listener for messages hears what comes during the work, and nothing after it', async () => {
  const page = new EventTarget();
  const heard: string[] = [];
  const answer = await withoutLastingListeners(page, async () => {
    page.addEventListener('message', () => heard.push('message'));
    page.addEventListener('focus', () => heard.push('focus'));
    page.dispatchEvent(new Event('message'));
    return 42;
  });
  page.dispatchEvent(new Event('message'));
  page.dispatchEvent(new Event('focus'));
  expect(answer).toBe(42);
  expect(heard).toEqual(['message', 'focus']);
});

test('work that fails leaves nothing behind either', async () => {
  const page = new EventTarget();
  const heard: string[] = [];
  const work = withoutLastingListeners(page, async () => {
    page.addEventListener('message', () => heard.push('during'));
    throw new Error('no answer');
  });
  await expect(work).rejects.toThrow('no answer');
  page.addEventListener('message', () => heard.push('own'));
  page.dispatchEvent(new Event('message'));
  expect(heard).toEqual(['own']);
  expect(Object.hasOwn(page, 'addEventListener')).toBe(false);
});
