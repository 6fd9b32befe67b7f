import { expect, test } from 'vitest';
import { parseClientNotice } from './client-notice.ts';

test('what a program says to the client is taken in its shape, and cut to a size', () => {
  expect(parseClientNotice({ type: 'xdg-open', text: 'x'.repeat(5000), more: 1 })).toEqual({ type: 'xdg-open', text: 'x'.repeat(4096) });
  expect(
    parseClientNotice({ type: 'code', action: 'open', files: [{ filepath: '/a', line: 3, column: -1 }, { filepath: 7 }, null] }),
  ).toEqual({ type: 'code', action: 'open', files: [{ filepath: '/a', line: 3 }] });
});

test.each([null, 'x', {}, { type: 'xdg-open' }, { type: 'code', action: 'run', files: [] }, { type: 'code', action: 'open', files: 'a' }])(
  '%j is none',
  (value) => {
    expect(parseClientNotice(value)).toBeNull();
  },
);
