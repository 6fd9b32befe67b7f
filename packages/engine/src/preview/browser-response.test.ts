import { describe, expect, test } from 'vitest';
import type { HttpHeaders, ResponseHead } from '../http/http-message.ts';
import { browserResponse } from './browser-response.ts';

const CONTEXT = {
  previewOrigin: (port: number) => `http://p${port}.run.ide.localhost:8788`,
  requestUrl: 'http://p3000.run.ide.localhost:8788/a/b',
  embedder: 'require-corp',
};

function turned(headers: HttpHeaders) {
  const head: ResponseHead = { status: 200, reason: '', httpVersion: '1.1', isKeepAlive: true, body: { kind: 'none' }, headers };
  const response = browserResponse(head, CONTEXT);
  return { ...response, headers: Object.fromEntries(response.headers) };
}

describe('browserResponse', () => {
  test.each([
    ['../c?d', 'http://p3000.run.ide.localhost:8788/c?d'],
    ['http://localhost:3000/x#y', 'http://p3000.run.ide.localhost:8788/x#y'],
    ['http://localhost:4000/x', 'http://p4000.run.ide.localhost:8788/x'],
    ['https://example.com/', 'https://example.com/'],
  ])('the location %j leads to %j', (location, expected) => {
    expect(turned([['Location', location]]).headers.location).toBe(expected);
  });

  test('says that it may be embedded, whatever the program says', () => {
    const { headers } = turned([
      ['Cross-Origin-Resource-Policy', 'same-origin'],
      ['X-Frame-Options', 'DENY'],
      ['Origin-Agent-Cluster', '?0'],
      ['Transfer-Encoding', 'chunked'],
      ['X-Own', '1'],
    ]);
    expect(headers).toEqual({
      'x-own': '1',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'origin-agent-cluster': '?1',
    });
  });

  test('a length stays only where the body stays as it is', () => {
    const length = ['Content-Length', '5'] as const;
    expect(turned([length, ['Content-Type', 'text/css']]).headers['content-length']).toBe('5');
    expect(turned([length, ['Content-Type', 'text/html; charset=utf-8']])).toMatchObject({ isHtml: true });
    expect(turned([length, ['Content-Type', 'text/html']]).headers).not.toHaveProperty('content-length');
    const packed = turned([length, ['Content-Encoding', 'gzip']]);
    expect(packed.encoding).toBe('gzip');
    expect(Object.keys(packed.headers)).not.toContain('content-encoding');
  });

  test('cookies are handed out as the program sets them, and so is the wish that all are forgotten', () => {
    const { cookies, clearsCookies, headers } = turned([
      ['Set-Cookie', 'a=1; HttpOnly'],
      ['Set-Cookie', 'b=2; Max-Age=0; Path=/x'],
    ]);
    expect([cookies, clearsCookies]).toEqual([['a=1; HttpOnly', 'b=2; Max-Age=0; Path=/x'], false]);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(turned([['Clear-Site-Data', '"cache", "cookies"']]).clearsCookies).toBe(true);
  });
});
