// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import type { FailedRequest } from 'devonz-engine-protocol/page-activity';
import { expect, test } from 'vitest';
import { reportFailedRequests } from './report-failed-requests.ts';

type Answer = (...asked: unknown[]) => Promise<Response>;

/** A page whose requests are answered by the test. */
function openPage(answer: Answer) {
  class Xhr extends EventTarget {
    status = 0;
    opened: unknown[] = [];
    open(...values: unknown[]) {
      this.opened = values;
    }
    send() {}
    finish(event: string, status: number) {
      this.status = status;
      this.dispatchEvent(new Event(event));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  const events = new EventTarget();
  const page = {
    location: { href: 'http://p3000.example/shop?x=1' },
    fetch: answer,
    XMLHttpRequest: Xhr,
    Request,
    URL,
    Element,
    DOMException,
    performance: { getEntriesByName: (name: string) => (name === 'http://p3000.example/logo.png' ? [{ responseStatus: 410 }] : []) },
    addEventListener: events.addEventListener.bind(events),
  };
  const failed: FailedRequest[] = [];
  // The members of a page that are used.
  reportFailedRequests(page as unknown as Window & typeof globalThis, (each) => void failed.push(each));
  return {
    page,
    failed,
    Xhr,
    fail: (target: unknown) => events.dispatchEvent(Object.defineProperty(new Event('error'), 'target', { value: target })),
  };
}

test('an answer of 400 or above is reported with method, address and the place that asked; the page gets it as it is', async () => {
  const missing = new Response('no', { status: 404 });
  const { page, failed } = openPage(async () => missing);
  expect(await page.fetch('/api/items?page=2', { method: 'post' })).toBe(missing);
  expect(failed).toMatchObject([{ method: 'POST', address: '/api/items?page=2', status: 404, initiator: 'fetch' }]);
  expect(failed[0]?.stack).toMatch(/^\s*at .*report-failed-requests\.test/);
  await page.fetch(new Request('https://elsewhere.example/a', { method: 'PUT' }));
  expect(failed[1]).toMatchObject({ method: 'PUT', address: 'https://elsewhere.example/a' });
});

test('an answer below 400 is nobody’s failure', async () => {
  const { page, failed } = openPage(async () => new Response('', { status: 204 }));
  await page.fetch('/fine');
  expect(failed).toEqual([]);
});

test('a request without an answer is reported and rejects as before; one that the page calls off is not', async () => {
  const errors = [new TypeError('Failed to fetch'), new DOMException('The user left', 'AbortError')];
  const { page, failed } = openPage(() => Promise.reject(errors.shift()));
  await expect(page.fetch('/down')).rejects.toThrow('Failed to fetch');
  await expect(page.fetch('/left')).rejects.toThrow('The user left');
  expect(failed).toMatchObject([{ method: 'GET', address: '/down', status: 0 }]);
});

test('objects of the page that throw when they are read change nothing about its request', async () => {
  const missing = new Response('no', { status: 500 });
  const { page, failed } = openPage(async () => missing);
  const hostile = {
    get method(): string {
      throw new Error('mine');
    },
  };
  expect(await page.fetch('/a', hostile)).toBe(missing);
  expect(failed).toEqual([]);
});

test('an XMLHttpRequest is reported once for each time that it is sent', () => {
  const { failed, Xhr } = openPage(async () => new Response());
  const request = new Xhr();
  for (const [event, status] of [
    ['load', 200],
    ['load', 503],
    ['error', 0],
  ] as const) {
    request.open('get', '/data', true);
    request.send();
    request.finish(event, status);
  }
  expect(request.opened).toEqual(['get', '/data', true]);
  expect(failed.map(({ method, address, status }) => [method, address, status])).toEqual([
    ['GET', '/data', 503],
    ['GET', '/data', 0],
  ]);
});

test('a picture that cannot be had is reported with the status that the browser has noted, and other errors are not', () => {
  const { failed, fail } = openPage(async () => new Response());
  const picture = Object.defineProperty(document.createElement('img'), 'src', { value: 'http://p3000.example/logo.png' });
  fail(picture);
  fail(document.createElement('div'));
  fail(null);
  expect(failed).toEqual([{ method: 'GET', address: '/logo.png', status: 410, initiator: 'img', stack: '' }]);
});
