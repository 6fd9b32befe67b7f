import type { BrowserFacts } from './examine-browser.ts';

/** Returns the page's information about its browser. */
export function browserFacts(scope: Window & typeof globalThis): BrowserFacts {
  return {
    userAgent: scope.navigator.userAgent,
    isIsolated: scope.crossOriginIsolated === true,
    hasSharedMemory: 'SharedArrayBuffer' in scope,
    hasServiceWorkers: 'serviceWorker' in scope.navigator,
    hasFolderAccess: 'showDirectoryPicker' in scope,
    isOnline: () => scope.navigator.onLine,
  };
}
