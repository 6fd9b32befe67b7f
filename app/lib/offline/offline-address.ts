/** The service worker that keeps a copy of the app for use without a network. At the root, because its scope is the whole app. */
export const OFFLINE_WORKER_PATH = '/offline-worker.js';

/** Header with the build of one of our pages; other responses (a sign-in, a proxy's error) do not have it. */
export const VERSION_HEADER = 'x-devonz-version';
