import { expect, test } from 'vitest';
import { linkedPage } from './linked-page.ts';

const PAGES = ['README.md', 'docs/policy.md', 'docs/using.md'];

test.each([
  ['README.md', 'docs/policy.md', 'docs/policy.md'],
  ['docs/using.md', 'policy.md#what-asks', 'docs/policy.md'],
  ['docs/using.md', '../README.md', 'README.md'],
  ['docs/using.md', 'decisions/0019-the-second-wall.md', null],
  ['docs/using.md', '//example.com/README.md', null],
  ['docs/using.md', 'http://[', null],
])('from %s, %s leads to %s', (from, address, page) => {
  expect(linkedPage(from, address, PAGES)).toBe(page);
});
