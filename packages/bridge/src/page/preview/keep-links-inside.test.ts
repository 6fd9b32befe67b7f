import { expect, it } from 'vitest';
import { previewAddress } from './keep-links-inside.ts';

const PLACE = { protocol: 'http:', host: 'p3000-label.ide.localhost:8798' };

it('gives addresses of this computer their preview, and leaves all others', () => {
  expect(previewAddress('http://localhost:4000/a?b#c', PLACE)).toBe('http://p4000-label.ide.localhost:8798/a?b#c');
  expect(previewAddress('http://127.0.0.1/', PLACE)).toBe('http://p80-label.ide.localhost:8798/');
  expect(previewAddress('http://[::1]:5/', PLACE)).toBe('http://p5-label.ide.localhost:8798/');
  for (const address of ['https://example.com/', 'http://localhost.example.com:1/', 'mailto:a@localhost', 'nonsense', ''])
    expect(previewAddress(address, PLACE), address).toBeNull();
});
