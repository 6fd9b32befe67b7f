/** The declarations of the language itself and of the browser, as TypeScript brings them, by file name. */
export type LibraryFiles = ReadonlyMap<string, string>;

/** Where the checker finds them: outside of every project. */
export const LIBRARY_FOLDER = '/typescript/';

/** How a definition in one of them is shown. */
export const SHOWN_LIBRARY_FOLDER = 'node_modules/typescript/lib/';
