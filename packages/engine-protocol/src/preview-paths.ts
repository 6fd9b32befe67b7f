/**
 * What a preview's host (`pN.run.<host>`) serves itself; every other path is the previewed program's. The server answers them
 * (packages/engine/src/server/preview-pages.ts), and the preview's service worker lets them through to it.
 */
export const PREVIEW_RESERVED_PREFIX = '/__devonz/';

export const PREVIEW_PATHS = {
  serviceWorker: `${PREVIEW_RESERVED_PREFIX}service-worker.js`,
  /** The hidden frame that carries requests to the kernel. */
  bridge: `${PREVIEW_RESERVED_PREFIX}bridge`,
  bridgeScript: `${PREVIEW_RESERVED_PREFIX}bridge-page.js`,
  bootScript: `${PREVIEW_RESERVED_PREFIX}boot-page.js`,
  previewScript: `${PREVIEW_RESERVED_PREFIX}preview-script.js`,
  /** Loaded by that one when something goes wrong. */
  sourcePlaces: `${PREVIEW_RESERVED_PREFIX}source-places.js`,
  /** Loaded by that one when the user wants to pick an element. */
  elementPicker: `${PREVIEW_RESERVED_PREFIX}element-picker.js`,
  workerScript: `${PREVIEW_RESERVED_PREFIX}worker-script.js`,
  /** Makes a worker what a program's own service worker expects. */
  serviceWorkerHost: `${PREVIEW_RESERVED_PREFIX}service-worker-host.js`,
  /** Removes what programs have kept at this origin, when the engine's page asks. */
  forget: `${PREVIEW_RESERVED_PREFIX}forget`,
  forgetScript: `${PREVIEW_RESERVED_PREFIX}forget-preview-page.js`,
  /** Answered by the service worker alone: 204 when a program listens, else 503. */
  status: `${PREVIEW_RESERVED_PREFIX}status`,
} as const;
