// @vitest-environment happy-dom
import { type ILink, Terminal } from '@xterm/xterm';
import { afterEach, expect, test } from 'vitest';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { createLinkHandler, limitLinks } from './create-link-handler.ts';
import { createLinkProvider } from './create-link-provider.ts';
import { newestLinks } from './newest-links.ts';

const opened: Terminal[] = [];
afterEach(() => {
  for (const screen of opened.splice(0)) screen.dispose();
});

function setUp(columns = 20) {
  const screen = new Terminal({ cols: columns, rows: 6 });
  opened.push(screen);
  const followed: { target: LinkTarget; isPlain: boolean }[] = [];
  const pointed: (LinkTarget | null)[] = [];
  const listener = {
    follow: (target: LinkTarget, _keys: object, isPlain: boolean) => void followed.push({ target, isPlain }),
    point: (target: LinkTarget | null) => void pointed.push(target),
  };
  const provider = createLinkProvider(screen, (path) => path === 'src/App.tsx', listener);
  const print = (text: string) => new Promise<void>((resolve) => screen.write(text, resolve));
  const linksOf = (row: number) => {
    let links: ILink[] = [];
    provider.provideLinks(row, (found) => {
      links = found ?? [];
    });
    return links;
  };
  return { screen, listener, followed, pointed, print, linksOf };
}

test('a link that is folded is one link, wherever on it the pointer is', async () => {
  const { print, linksOf } = setUp(20);
  await print('see http://localhost:5173/todos?filter=all now');
  for (const row of [1, 2, 3])
    expect(linksOf(row).map(({ text, range }) => [text, range])).toEqual([
      ['http://localhost:5173/todos?filter=all', { start: { x: 5, y: 1 }, end: { x: 2, y: 3 } }],
    ]);
});

test('wide characters before a link move it by two cells each', async () => {
  const { print, linksOf } = setUp(40);
  await print('日本 src/App.tsx:4:2');
  expect(linksOf(1).map(({ range }) => range)).toEqual([{ start: { x: 6, y: 1 }, end: { x: 20, y: 1 } }]);
});

test('a line that folds a thousand times is read in part', async () => {
  const { screen, print, linksOf } = setUp(20);
  await print(`${'x'.repeat(20_000)} src/App.tsx`);
  expect(screen.buffer.active.getLine(500)?.isWrapped).toBe(true);
  expect(linksOf(500)).toEqual([]);
});

test('pointing says where it leads, and following it leads there', async () => {
  const { print, linksOf, followed, pointed } = setUp(40);
  await print('src/App.tsx:4');
  const [link] = linksOf(1);
  const target: LinkTarget = { type: 'file', path: 'src/App.tsx', place: { line: 4 } };
  const event = new MouseEvent('mousemove');
  link?.hover?.(event, '');
  link?.leave?.(event, '');
  link?.activate(event, '');
  expect(pointed).toEqual([target, null]);
  expect(followed).toEqual([{ target, isPlain: true }]);
});

const range = { start: { x: 1, y: 1 }, end: { x: 1, y: 1 } };
const OUTSIDE: LinkTarget = { type: 'elsewhere', url: 'https://a.example/' };

test('an address that only the program says is not plain to the user, and one of another kind leads nowhere', () => {
  const { listener, followed, pointed } = setUp();
  const handler = createLinkHandler(listener);
  const event = new MouseEvent('click');
  handler.activate(event, 'https://a.example/', range);
  handler.activate(event, 'javascript:alert(1)', range);
  handler.hover?.(event, 'https://a.example/', range);
  handler.leave?.(event, 'https://a.example/', range);
  expect(followed).toEqual([{ target: OUTSIDE, isPlain: false }]);
  expect(pointed).toEqual([OUTSIDE, null]);
});

test('programs cannot make a screen remember addresses of other kinds, too long ones, or addresses without end', () => {
  const reached: string[] = [];
  const handlers: ((data: string) => boolean)[] = [];
  limitLinks({
    registerOscHandler(_number, handler) {
      handlers.push(handler);
      return { dispose: () => undefined };
    },
  });
  /** Like the parser: sequences that no handler consumes reach the terminal. */
  const isRemembered = (data: string) => handlers.every((handler) => !handler(data)) && reached.push(data) > 0;
  expect(isRemembered(';https://a.example/')).toBe(true);
  expect(isRemembered('id=1;https://a.example/')).toBe(true);
  expect(isRemembered(';')).toBe(true);
  expect(isRemembered(';javascript:alert(1)')).toBe(false);
  expect(isRemembered(`;https://a.example/${'x'.repeat(2_100)}`)).toBe(false);
  expect(isRemembered(`id=${'x'.repeat(5_000)};https://a.example/`)).toBe(false);
  const before = reached.length;
  for (let index = 0; index < 9_000; index++) isRemembered(`;https://a.example/${index}/${'x'.repeat(980)}`);
  expect(reached.length - before).toBeLessThan(8_100);
  expect(isRemembered(';')).toBe(true);
});

test('the newest links come first, each once, also those of folded lines, and not without end', async () => {
  const { screen, print } = setUp(20);
  await print('src/App.tsx:4\r\nsee http://localhost:5173/todos?filter=all\r\nsrc/App.tsx:4 src/App.tsx:9\r\n$ ');
  const links = () => newestLinks(screen.buffer.active, (path) => path === 'src/App.tsx');
  expect(links()).toEqual([
    { type: 'file', path: 'src/App.tsx', place: { line: 9 } },
    { type: 'file', path: 'src/App.tsx', place: { line: 4 } },
    { type: 'page', port: 5173, path: '/todos?filter=all' },
  ]);
  for (let line = 100; line < 140; line++) await print(`src/App.tsx:${line}\r\n`);
  expect(links()).toHaveLength(15);
  expect(links()[0]).toEqual({ type: 'file', path: 'src/App.tsx', place: { line: 139 } });
});
