export interface SuiteModule {
  name: string;
  /** Matches the names of the files whose tests count for it. */
  tests: RegExp;
}

/** Each test counts for the first matching module; tests without a module are not run. */
export const MODULES: readonly SuiteModule[] = [
  { name: 'fs', tests: /^test-fs-/ },
  { name: 'path', tests: /^test-path/ },
  { name: 'url', tests: /^test-(url|whatwg-url)/ },
  { name: 'stream', tests: /^test-stream/ },
  { name: 'events', tests: /^test-event/ },
  { name: 'buffer', tests: /^test-buffer/ },
  { name: 'util', tests: /^test-util/ },
  { name: 'assert', tests: /^test-assert/ },
  { name: 'zlib', tests: /^test-zlib/ },
  { name: 'http', tests: /^test-http-/ },
  { name: 'timers', tests: /^test-timers/ },
  { name: 'process', tests: /^test-process-/ },
  { name: 'child_process', tests: /^test-child-process-/ },
  { name: 'worker_threads', tests: /^test-worker/ },
  { name: 'crypto', tests: /^test-crypto/ },
  { name: 'readline', tests: /^test-readline/ },
  { name: 'querystring', tests: /^test-querystring/ },
  { name: 'string_decoder', tests: /^test-string-decoder/ },
];

/** Returns null for a file that is not a test, or not of a counted module. */
export function moduleOf(file: string): string | null {
  if (!/\.[cm]?js$/.test(file)) return null;
  return MODULES.find(({ tests }) => tests.test(file))?.name ?? null;
}
