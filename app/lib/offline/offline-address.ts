/** The script that keeps a copy of the app in the browser, for when there is no network. At the root, for its scope is the whole app. */
export const OFFLINE_WORKER_PATH = '/offline-worker.js';

/** A page of ours says by it which build it is; what answers in the server's place (a sign-in, a proxy's error) does not. */
export const VERSION_HEADER = 'x-devonz-version';
