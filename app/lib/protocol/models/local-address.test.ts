import { describe, expect, test } from 'vitest';
import { isLoopback, localOriginsOf, readLocalAddress } from './local-address.ts';

describe('an address of models near the user', () => {
  test.each([
    ['127.0.0.1:11434', 'http://127.0.0.1:11434'],
    ['http://localhost:1234/v1/', 'http://localhost:1234/v1'],
    ['HTTP://LocalHost:1234', 'http://localhost:1234'],
    ['http://0x7f.1:8080', 'http://127.0.0.1:8080'],
    ['http://192.168.1.20:8000', 'http://192.168.1.20:8000'],
    ['http://10.0.0.4', 'http://10.0.0.4'],
    ['http://172.31.2.3', 'http://172.31.2.3'],
    ['http://100.100.1.1:11434', 'http://100.100.1.1:11434'],
    ['http://gpu-box:11434', 'http://gpu-box:11434'],
    ['http://gpu.local:11434', 'http://gpu.local:11434'],
    ['https://models.example.com/api', 'https://models.example.com/api'],
  ])('%s is %s', (typed, address) => {
    expect(readLocalAddress(typed)).toMatchObject({ ok: true, address });
  });

  test.each([
    ['', 'no address'],
    ['http://', 'no address'],
    ['ftp://127.0.0.1', 'http:// or https://'],
    ['javascript://x', 'http:// or https://'],
    ['http://user:secret@127.0.0.1', 'password'],
    ['http://[::1]:11434', '127.0.0.1'],
    ['http://0.0.0.0:11434', '127.0.0.1'],
    ['http://example.com', 'https://'],
    ['http://8.8.8.8', 'https://'],
    ['http://172.32.0.1', 'https://'],
    ['http://192.169.0.1', 'https://'],
    ['http://localhost.example.com', 'https://'],
    ['https://*.example.com', 'characters'],
    ["https://a';x.example.com", 'characters'],
  ])('%j is refused in words', (typed, why) => {
    expect(readLocalAddress(typed)).toEqual({ ok: false, why: expect.stringContaining(why) });
  });

  test('this computer and others are not mixed up', () => {
    expect(['localhost', 'a.localhost', '127.9.9.9'].map(isLoopback)).toEqual([true, true, true]);
    expect(['10.0.0.1', 'localhost.example', '127.example.com', 'gpu.local'].map(isLoopback)).toEqual([false, false, false, false]);
  });
});

describe('what a worker’s address may open', () => {
  const opened = (query: string) => localOriginsOf(new URLSearchParams(query));

  test('whole origins, each once', () => {
    expect(opened('reach=http://127.0.0.1:11434&reach=https://a.example&reach=http://127.0.0.1:11434&other=1')).toEqual([
      'http://127.0.0.1:11434',
      'https://a.example',
    ]);
    expect(opened('')).toEqual([]);
  });

  test.each([
    'reach=http://127.0.0.1:11434/path',
    'reach=http://127.0.0.1:11434/',
    'reach=127.0.0.1',
    'reach=*',
    'reach=https:',
    'reach=http://127.0.0.1:*',
    'reach=https://*.example.com',
    'reach=http://example.com',
    "reach=https://a.example 'unsafe-inline'",
    'reach=https://a.example;script-src *',
    'reach=https://a.example,https://b.example',
    'reach=https://a.example%0d%0ax: y',
    'reach=http://127.0.0.1:11434&reach=x',
    Array.from({ length: 9 }, (_, index) => `reach=http://127.0.0.1:${index + 1}`).join('&'),
  ])('%s opens nothing', (query) => {
    expect(opened(query)).toBeNull();
  });
});
