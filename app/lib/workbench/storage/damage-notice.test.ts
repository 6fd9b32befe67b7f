import { expect, test } from 'vitest';
import { TestClock } from '../../agent/testing/test-session.ts';
import { createDamageNotice } from './damage-notice.ts';

test('what is damaged is named together, and each thing once', () => {
  const clock = new TestClock();
  const said: string[] = [];
  const report = createDamageNotice({ error: (message) => said.push(message) }, clock);
  report({ key: 'chats a', what: 'the entry of the chat “Shop”', isRestored: true });
  report({ key: 'chats a', what: 'the entry of the chat “Shop”', isRestored: true });
  clock.pass(1_000);
  expect(said).toEqual([
    'Damaged in this browser’s storage: the entry of the chat “Shop”. What it says was found elsewhere: nothing is missing.',
  ]);
  for (let index = 0; index < 8; index++) report({ key: `blobs ${index}`, what: `content ${index}`, isRestored: false });
  report({ key: 'chats a', what: 'the entry of the chat “Shop”', isRestored: true });
  clock.pass(1_000);
  expect(said).toHaveLength(2);
  expect(said[1]).toMatch(
    /^Damaged in this browser’s storage: content 0, .*content 4, 3 more\. It was left as it is, and everything else opens/,
  );
});
