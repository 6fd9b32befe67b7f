import { expect, test } from 'vitest';
import { visibleHost } from './visible-host.ts';

test('a plain host is shown with its scheme, and nothing is said of it', () => {
  expect(visibleHost('api.example.com')).toEqual({ text: 'https://api.example.com', remarks: [] });
  expect(visibleHost('api.example.com:8443').text).toBe('https://api.example.com:8443');
});

test('what is not encrypted, no name, or in other scripts is said', () => {
  expect(visibleHost('http://api.example.com')).toEqual({
    text: 'http://api.example.com',
    remarks: [expect.stringContaining('not encrypted')],
  });
  expect(visibleHost('93.184.215.14').remarks).toEqual([expect.stringContaining('address and not a name')]);
  expect(visibleHost('[2606:4700::1111]').remarks).toEqual([expect.stringContaining('address and not a name')]);
  expect(visibleHost('xn--pple-43d.com')).toEqual({
    text: 'https://xn--pple-43d.com',
    remarks: [expect.stringContaining('other scripts')],
  });
  expect(visibleHost('93.184.215.14.example.com').remarks).toEqual([]);
});

test('a long name keeps its end, whatever its beginning poses as', () => {
  const { text, remarks } = visibleHost(`accounts.google.com.${'a'.repeat(120)}.evil.example`);
  expect(text).toMatch(/^https:\/\/accounts\.googl…a+\.evil\.example$/);
  expect(text.length).toBe('https://'.length + 56);
  expect(remarks).toEqual([expect.stringContaining('Its end says')]);
});
