import type { LibraryFiles } from './library-files.ts';

const FILES = import.meta.glob<string>(
  ['/node_modules/typescript/lib/lib.*.d.ts', '/node_modules/typescript/lib/lib.d.ts', '!/**/lib.{dom,webworker}*.d.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** Declarations of the JavaScript language. */
export const coreLibrary: LibraryFiles = new Map(
  Object.entries(FILES).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]),
);
