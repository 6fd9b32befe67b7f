// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { typeBox } from './type-dom.ts';

function depthOf(element: Element): number {
  return 1 + Math.max(0, ...[...element.children].map(depthOf));
}

test.each([
  ['quotations', `${'> '.repeat(5_000)}x`],
  ['emphasis', `${'*'.repeat(900)}x${'*'.repeat(900)}`],
  ['links', `${'!['.repeat(400)}x${'](b)'.repeat(400)}`],
])('a comment of a package that is deep in %s is drawn no deeper than a browser can lay out', (_, documentation) => {
  const box = typeBox('', documentation);
  expect(depthOf(box)).toBeLessThan(80);
  expect(box.textContent).toContain('x');
});
