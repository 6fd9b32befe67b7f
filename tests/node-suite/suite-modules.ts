export interface SuiteModule {
  name: string;
  /** Names of the files whose tests count for it. */
  tests: RegExp;
}

/** Each test counts for the first module that takes it; what no module takes is not run. */
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

/** Null for what is no test, or one of a module that is not counted. */
export function moduleOf(file: string): string | null {
  if (!/\.[cm]?js$/.test(file)) return null;
  return MODULES.find(({ tests }) => tests.test(file))?.name ?? null;
}
