import { expect, test } from 'vitest';
import { parseTarget } from './parse-target.ts';

test.each([
  ['server', { user: null, host: 'server', port: null }],
  ['me@server', { user: 'me', host: 'server', port: null }],
  ['me@server:2222', { user: 'me', host: 'server', port: 2222 }],
  ['me@example.com@server', { user: 'me@example.com', host: 'server', port: null }],
  ['me@[::1]:22', { user: 'me', host: '::1', port: 22 }],
  ['me@[fe80::1%eth0]', { user: 'me', host: 'fe80::1%eth0', port: null }],
  ['me@fe80::1', { user: 'me', host: 'fe80::1', port: null }],
  ['ssh://me%40x@server:2222/', { user: 'me@x', host: 'server', port: 2222 }],
  [' me@bücher.example ', { user: 'me', host: 'bücher.example', port: null }],
])('%s is a target', (text, expected) => {
  expect(parseTarget(text)).toEqual(expected);
});

test.each([
  '',
  '@server',
  'me@',
  'me@server:0',
  'me@server:65536',
  'me@server:x',
  '-oProxyCommand=x',
  'me@-x',
  'a b@server',
  'me@ser ver',
  'me@a/b',
  'ssh://%zz@server',
])('“%s” is refused in words', (text) => {
  expect(() => parseTarget(text)).toThrow(/is no target for SSH: .*Write user@host/);
});
