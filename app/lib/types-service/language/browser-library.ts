import type { LibraryFiles } from './library-files.ts';

const FILES = import.meta.glob<string>('/node_modules/typescript/lib/lib.{dom,webworker}*.d.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Declarations for pages and workers. */
export const browserLibrary: LibraryFiles = new Map(
  Object.entries(FILES).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]),
);
