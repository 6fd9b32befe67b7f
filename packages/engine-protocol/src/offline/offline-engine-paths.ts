/** Paths on the engine's own host. */
export const OFFLINE_ENGINE_PATHS = {
  page: '/offline-copy',
  worker: '/engine/offline-worker.js',
} as const;
