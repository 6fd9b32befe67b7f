import { expect, test } from 'vitest';
import { parseFrameMessage } from './parse-frame-message.ts';

test('takes what a bridge sends, and nothing it may not say', () => {
  expect(parseFrameMessage({ type: 'bridge-loaded', more: 1 })).toEqual({ type: 'bridge-loaded' });
  expect(parseFrameMessage({ type: 'keep-cookies', cookies: '[]', more: 1 })).toEqual({ type: 'keep-cookies', cookies: '[]' });
  expect(
    parseFrameMessage({
      type: 'preview-message',
      message: { type: 'PREVIEW_CONSOLE_ERROR', pathname: '/a', search: '', hash: '', args: [1], stack: 's', port: 22 },
    }),
  ).toEqual({
    type: 'preview-message',
    message: { type: 'PREVIEW_CONSOLE_ERROR', pathname: '/a', search: '', hash: '', args: [1], stack: 's' },
  });
});

test.each([
  [null],
  ['text'],
  [{}],
  [{ type: 'preview-message' }],
  [{ type: 'keep-cookies', cookies: 1 }],
  [{ type: 'preview-message', message: { type: 'constructor' } }],
  [{ type: 'preview-message', message: { type: 'PREVIEW_CONSOLE_LOG', level: 'error', message: 'x' } }],
])('%j is no message', (data) => {
  expect(parseFrameMessage(data)).toBeNull();
});

test('a failed request is cut to what a reader needs, and its status is a number', () => {
  const failed = {
    type: 'PREVIEW_REQUEST_FAILED',
    method: 'M'.repeat(100),
    address: '/a'.repeat(5_000),
    initiator: 'fetch',
    stack: 's'.repeat(9_000),
  };
  const parse = (status: unknown) =>
    JSON.parse(JSON.stringify(parseFrameMessage({ type: 'preview-message', message: { ...failed, status } })));
  const { message } = parse(404);
  expect(message).toMatchObject({ status: 404, initiator: 'fetch' });
  expect([message.method.length, message.address.length, message.stack.length]).toEqual([20, 500, 4_000]);
  expect([parse('<b>').message.status, parse(-1).message.status, parse(1e9).message.status]).toEqual([0, 0, 999]);
});

test('text without end is cut', () => {
  const parsed = parseFrameMessage({
    type: 'preview-message',
    message: { type: 'PREVIEW_UNHANDLED_REJECTION', message: 'x'.repeat(100_000) },
  });
  expect(JSON.stringify(parsed).length).toBeLessThan(25_000);
});

test('arguments of any size and kind come out small, and such that they can be written as JSON', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const args = ['x'.repeat(15_000), { deep: 'y'.repeat(1_000_000) }, circle, 10n, undefined, { a: 1 }, 'z'.repeat(100)];
  const parsed = parseFrameMessage({ type: 'preview-message', message: { type: 'PREVIEW_CONSOLE_ERROR', args, stack: '' } });
  expect(JSON.stringify(parsed).length).toBeLessThan(25_000);
});

test('small arguments keep their shape', () => {
  const args = ['a', 1, null, { b: [2] }];
  const parsed = parseFrameMessage({ type: 'preview-message', message: { type: 'PREVIEW_CONSOLE_ERROR', args, stack: '' } });
  expect(parsed).toMatchObject({ message: { args } });
});

test('logs and places keep what they may say', () => {
  const place = { pathname: '/a', search: '?b', hash: '' };
  const parse = (message: Record<string, unknown>) => parseFrameMessage({ type: 'preview-message', message: { ...place, ...message } });
  expect(parse({ type: 'PREVIEW_CONSOLE_LOG', level: 'warn', message: 'w', port: 1 })).toEqual({
    type: 'preview-message',
    message: { ...place, type: 'PREVIEW_CONSOLE_LOG', level: 'warn', message: 'w' },
  });
  expect(parse({ type: 'PREVIEW_PLACE', canGoBack: true, canGoForward: 'yes' })).toEqual({
    type: 'preview-message',
    message: { ...place, type: 'PREVIEW_PLACE', canGoBack: true, canGoForward: false },
  });
});
