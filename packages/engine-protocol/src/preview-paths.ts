/**
 * Paths that a preview's host (`pN.run.<host>`) serves itself; every other path belongs to the previewed program. The server answers them
 * (packages/engine/src/server/preview-pages.ts), and the preview's service worker lets them pass.
 */
export const PREVIEW_RESERVED_PREFIX = '/__devonz/';

export const PREVIEW_PATHS = {
  serviceWorker: `${PREVIEW_RESERVED_PREFIX}service-worker.js`,
  /** The hidden frame that carries requests to the kernel. */
  bridge: `${PREVIEW_RESERVED_PREFIX}bridge`,
  bridgeScript: `${PREVIEW_RESERVED_PREFIX}bridge-page.js`,
  bootScript: `${PREVIEW_RESERVED_PREFIX}boot-page.js`,
  previewScript: `${PREVIEW_RESERVED_PREFIX}preview-script.js`,
  /** Loaded by the preview script when an error occurs. */
  sourcePlaces: `${PREVIEW_RESERVED_PREFIX}source-places.js`,
  /** Loaded by the preview script when the user picks an element. */
  elementPicker: `${PREVIEW_RESERVED_PREFIX}element-picker.js`,
  workerScript: `${PREVIEW_RESERVED_PREFIX}worker-script.js`,
  /** Turns a worker into the environment that a program's own service worker expects. */
  serviceWorkerHost: `${PREVIEW_RESERVED_PREFIX}service-worker-host.js`,
  /** Deletes the data that programs have stored on this origin, on request of the engine's page. */
  forget: `${PREVIEW_RESERVED_PREFIX}forget`,
  forgetScript: `${PREVIEW_RESERVED_PREFIX}forget-preview-page.js`,
  /** Answered only by the service worker: 204 if a program listens, otherwise 503. */
  status: `${PREVIEW_RESERVED_PREFIX}status`,
} as const;
