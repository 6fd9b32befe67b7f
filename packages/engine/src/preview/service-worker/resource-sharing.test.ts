import { describe, expect, test } from 'vitest';
import type { PreviewRequest } from '../request-messages.ts';
import { exposedHeaders, mayRead, needsPreflight, preflightAllows, preflightOf } from './resource-sharing.ts';

const REQUEST: PreviewRequest = {
  ...{ method: 'GET', port: 4000, target: '/', headers: [], referrer: '', destination: '', mode: 'cors' },
  ...{ credentials: 'same-origin', cache: 'default', hasBody: false },
};
const OPEN = { origins: ['http://localhost:3000', 'http://p3000.run.ide.localhost'], isCredentialed: false };
const CREDENTIALED = { ...OPEN, isCredentialed: true };
const answer = (headers: Record<string, string>) => new Response('', { headers });

describe('reading across programs', () => {
  test.each([
    [{}, false],
    [{ method: 'POST', headers: [['content-type', 'text/plain;charset=UTF-8']] }, false],
    [
      {
        headers: [
          ['sec-ch-ua', 'x'],
          ['accept', '*/*'],
        ],
      },
      false,
    ],
    [{ method: 'PUT' }, true],
    [{ method: 'POST', headers: [['Content-Type', 'application/json']] }, true],
    [{ headers: [['X-Token', 't']] }, true],
  ] satisfies [Partial<PreviewRequest>, boolean][])('%j asks first: %j', (request, expected) => {
    expect(needsPreflight({ ...REQUEST, ...request })).toBe(expected);
  });

  test('the question names method and headers, in lower case and sorted', () => {
    const headers = [
      ['X-B', '1'],
      ['Authorization', 'x'],
      ['accept', '*/*'],
    ] as const;
    expect(preflightOf({ ...REQUEST, method: 'DELETE', headers })).toMatchObject({
      method: 'OPTIONS',
      headers: [
        ['access-control-request-method', 'DELETE'],
        ['access-control-request-headers', 'authorization,x-b'],
      ],
      credentials: 'omit',
    });
  });

  test('an origin may be named as the program knows it or as the browser does; a star is not enough with credentials', () => {
    for (const origin of [...OPEN.origins, '*']) expect(mayRead(answer({ 'access-control-allow-origin': origin }), OPEN)).toBeNull();
    expect(mayRead(answer({}), OPEN)).toContain('Access-Control-Allow-Origin');
    expect(mayRead(answer({ 'access-control-allow-origin': 'http://localhost:5000' }), OPEN)).toContain('5000');
    expect(mayRead(answer({ 'access-control-allow-origin': '*' }), CREDENTIALED)).not.toBeNull();
    const named = { 'access-control-allow-origin': 'http://localhost:3000' };
    expect(mayRead(answer(named), CREDENTIALED)).toContain('Credentials');
    expect(mayRead(answer({ ...named, 'access-control-allow-credentials': 'true' }), CREDENTIALED)).toBeNull();
  });

  test('a star for headers leaves authorization out', () => {
    const all = answer({ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' });
    expect(preflightAllows(all, { ...REQUEST, method: 'PATCH', headers: [['x-any', '1']] }, OPEN)).toBeNull();
    expect(preflightAllows(all, { ...REQUEST, headers: [['authorization', '1']] }, OPEN)).toContain('authorization');
    expect(preflightAllows(new Response('', { status: 500 }), REQUEST, OPEN)).toContain('not ok');
  });

  test('only headers that are exposed, or harmless, can be read', () => {
    const whole = answer({ 'access-control-expose-headers': 'X-Shown', 'x-shown': '1', 'x-hidden': '1', 'content-type': 'text/css' });
    expect([...exposedHeaders(whole, OPEN).headers.keys()].sort()).toEqual(['content-type', 'x-shown']);
  });
});
