import { describe, inject, it } from 'vitest';

/** The mark that the table counts by. */
const MARK = 'the engine’s own';

/**
 * Returns `describe` for tests of what only the engine does. On other hosts they do not run, and their names say why; scripts/conformance.ts
 * counts them apart.
 */
export function describeEngineOnly(reason: string): (name: string, tests: () => void) => void {
  const isEngine = inject('hostName') === 'engine';
  return (name, tests) => describe.runIf(isEngine)(isEngine ? name : `${name} [${MARK}: ${reason}]`, tests);
}

/** The same for `it`. */
export function itEngineOnly(reason: string): (name: string, test: () => Promise<void>, timeout?: number) => void {
  const isEngine = inject('hostName') === 'engine';
  return (name, test, timeout) => it.runIf(isEngine)(isEngine ? name : `${name} [${MARK}: ${reason}]`, test, timeout);
}

/** `it` for tests that watch files. Where there is no such watch they do not run, and their names say so. */
export function itWatching(name: string, test: () => Promise<void>): void {
  const hasWatch = inject('hasWatch');
  it.runIf(hasWatch)(hasWatch ? name : `${name} [needs a watch: over SSH by inotifywait, which is not installed there]`, test);
}
