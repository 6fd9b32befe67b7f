import { expect, test } from 'vitest';
import { targetOfAddress } from './link-target.ts';

test.each([
  ['http://localhost:5173/a?b#c', 5173, '/a?b#c'],
  ['http://127.0.0.1:3000', 3000, '/'],
  ['http://0.0.0.0:3000/x', 3000, '/x'],
  ['http://[::1]:8080/', 8080, '/'],
  ['http://LOCALHOST/', 80, '/'],
  ['https://localhost/', 443, '/'],
])('%s is a page of the project', (address, port, path) => {
  expect(targetOfAddress(address)).toEqual({ type: 'page', port, path });
});

test.each([
  ['https://localhost:3000@evil.example/', 'https://localhost:3000@evil.example/'],
  ['http://localhost.evil.example:3000/', 'http://localhost.evil.example:3000/'],
  ['http://192.168.1.2:5173/', 'http://192.168.1.2:5173/'],
  ['https://аpple.example/', 'https://xn--pple-43d.example/'],
])('%s is another machine, whatever its name begins with', (address, url) => {
  expect(targetOfAddress(address)).toEqual({ type: 'elsewhere', url });
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'ftp://a.example/', 'vscode://x', 'blob:https://a/b', '', 'x'])(
  '%j leads nowhere',
  (address) => {
    expect(targetOfAddress(address)).toBeNull();
  },
);

test('an address that is too long leads nowhere', () => {
  expect(targetOfAddress(`https://a.example/${'x'.repeat(2_048)}`)).toBeNull();
});
