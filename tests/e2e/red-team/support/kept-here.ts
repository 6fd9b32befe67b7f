import type { Frame, Page } from '@playwright/test';

/** Returns everything that a page's origin keeps in the browser, as far as a page can list it. */
export function keptHere(page: Page | Frame) {
  return page.evaluate(async () => {
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      files,
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      cookies: document.cookie,
    };
  });
}

export const NOTHING = { databases: [], caches: [], files: [], local: [], session: [], workers: [], cookies: '' };
