import type { Frame, Page } from '@playwright/test';

/** All that the origin of a page keeps in the browser, as a page of it can list it. */
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
