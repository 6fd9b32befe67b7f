import { expect, test } from 'vitest';
import { typedAddress } from './typed-address.ts';

const ORIGIN = 'http://p3000-abc.run.ide.localhost:8788';

test.each([
  ['/todos?filter=all#top', { type: 'path', path: '/todos?filter=all#top' }],
  ['about.html', { type: 'path', path: '/about.html' }],
  ['', { type: 'path', path: '/' }],
  ['localhost/a', { type: 'path', path: '/a' }],
  ['http://localhost:5173/a?b', { type: 'port', port: 5173, path: '/a?b' }],
  ['127.0.0.1:5173', { type: 'port', port: 5173, path: '/' }],
  ['localhost:3000?q', { type: 'port', port: 3000, path: '/?q' }],
  [`${ORIGIN}/a#b`, { type: 'path', path: '/a#b' }],
  ['https://example.com/todos', { type: 'elsewhere', url: 'https://example.com/todos' }],
  ['//example.com', { type: 'elsewhere', url: 'https://example.com/' }],
  ['www.example.com', { type: 'elsewhere', url: 'https://www.example.com/' }],
  ['localhost.example.com/a', { type: 'path', path: '/localhost.example.com/a' }],
  ['http://localhost.example.com/', { type: 'elsewhere', url: 'http://localhost.example.com/' }],
  ['javascript:alert(1)', { type: 'path', path: '/javascript:alert(1)' }],
])('%j means %j', (typed, address) => {
  expect(typedAddress(typed, ORIGIN)).toEqual(address);
});
