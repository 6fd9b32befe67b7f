/**
 * Milliseconds since this worker began. Saved before any program runs, because programs replace the global `performance` (esbuild-wasm 0.14
 * to 0.21 does, with one that calls `process.hrtime`), and Node's own modules never call what a program can replace.
 */
export const monotonicNow: () => number = performance.now.bind(performance);

/** The time in milliseconds since the epoch at which `monotonicNow` was 0. */
export const monotonicOrigin: number = performance.timeOrigin;
