import { type FailedRequest, FAILED_REQUEST_LIMITS as LIMITS } from 'devonz-engine-protocol/page-activity';
import { callersOf } from './callers-of.ts';

/** Elements whose error events concern a file that they load. */
const LOADING = new Set(['img', 'script', 'link', 'video', 'audio', 'source', 'track', 'embed', 'object', 'input', 'image']);
type Page = Window & typeof globalThis;
type Report = (failed: FailedRequest) => void;
/** Calls `make` such that errors of the page's own objects are ignored; `null` means that there is nothing to report. */
type Note = (make: () => FailedRequest | null) => void;

/**
 * Reports requests of the page's `fetch`, `XMLHttpRequest` and elements that fail, or get a status of 400 or above. The
 * page sees the same results as without it, including its unhandled rejections.
 */
export function reportFailedRequests(page: Page, report: Report): void {
  const here = page.location;
  const note: Note = (make) => {
    try {
      const request = make();
      if (request !== null) report(shown(request, here.href));
    } catch {
      // Reading the page's objects may run its code, whose exceptions must not fail the request.
    }
  };
  watchFetch(page, note);
  watchXhr(page, note);
  page.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof page.Element) || !LOADING.has(target.localName)) return;
      const address = addressOfElement(target);
      if (address === '') return;
      note(() => ({ method: 'GET', address, status: statusOf(page, address, here.href), initiator: target.localName, stack: '' }));
    },
    true,
  );
}

function watchFetch(page: Page, note: Note): void {
  const original = page.fetch;
  const { Request, URL } = page;
  page.fetch = function fetch(this: unknown, ...args: Parameters<typeof original>): Promise<Response> {
    const stack = callersOf(fetch);
    const tell = (status: number) =>
      note(() => {
        const [input, init] = args;
        const asked = input instanceof Request ? input : null;
        const address = asked?.url ?? (input instanceof URL ? input.href : input);
        // A page may pass anything that converts to text.
        if (typeof address !== 'string') return null;
        return { method: String(init?.method ?? asked?.method ?? 'GET'), address, status, initiator: 'fetch', stack: stack() };
      });
    // Returns the request's own promise chain, so that an unhandled rejection stays unhandled.
    return original.apply(page, args).then(
      (response) => {
        if (response.status >= 400) tell(response.status);
        return response;
      },
      (error: unknown) => {
        // The page itself has aborted the request.
        if (!(error instanceof Error || error instanceof page.DOMException) || error.name !== 'AbortError') tell(0);
        throw error;
      },
    );
  };
}

function watchXhr(page: Page, note: Note): void {
  const prototype = page.XMLHttpRequest.prototype;
  const { open, send } = prototype;
  const asked = new WeakMap<XMLHttpRequest, { method: string; address: string }>();
  prototype.open = function watchedOpen(this: XMLHttpRequest, ...args: unknown[]) {
    const [method, address] = args;
    asked.set(this, { method: String(method), address: String(address) });
    // `open` has two forms, which differ in the number of arguments.
    return Reflect.apply(open, this, args);
  };
  prototype.send = function watchedSend(this: XMLHttpRequest, ...args: unknown[]) {
    const request = asked.get(this);
    if (request !== undefined) {
      const stack = callersOf(watchedSend);
      const tell = () => note(() => ({ ...request, status: this.status, initiator: 'xhr', stack: stack() }));
      const onLoad = () => {
        if (this.status >= 400) tell();
      };
      const onEnd = () => {
        for (const [name, listener] of listeners) this.removeEventListener(name, listener);
      };
      const listeners = [
        ['load', onLoad],
        ['error', tell],
        ['timeout', tell],
        ['loadend', onEnd],
      ] as const;
      for (const [name, listener] of listeners) this.addEventListener(name, listener);
    }
    return Reflect.apply(send, this, args);
  };
}

function addressOfElement(element: Element): string {
  for (const name of ['currentSrc', 'src', 'href', 'data']) {
    const value: unknown = Reflect.get(element, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Returns the status that the browser has recorded, or 0 if it has none, as for other origins. */
function statusOf(page: Page, address: string, base: string): number {
  if (!URL.canParse(address, base)) return 0;
  const entry = page.performance.getEntriesByName(new URL(address, base).href, 'resource').at(-1);
  const status: unknown = entry === undefined ? 0 : Reflect.get(entry, 'responseStatus'); // Not in every browser.
  return typeof status === 'number' ? status : 0;
}

function shown(request: FailedRequest, base: string): FailedRequest {
  return {
    ...request,
    method: request.method.slice(0, LIMITS.method).toUpperCase(),
    address: shownAddress(request.address, base).slice(0, LIMITS.address),
    // Removes the headline: the stack only shows the place, and no error was thrown there.
    stack: request.stack.replace(/^Error[^\n]*\n/, '').slice(0, LIMITS.stack),
  };
}

/** Returns the address as the page's own code would write it. */
function shownAddress(address: string, base: string): string {
  if (!URL.canParse(address, base)) return address;
  const { origin, pathname, search, href } = new URL(address, base);
  return origin === new URL(base).origin ? pathname + search : href;
}
