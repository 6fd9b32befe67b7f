/** TypeScript's declarations of the language and the browser, by file name. */
export type LibraryFiles = ReadonlyMap<string, string>;

/** Their folder in the checker, outside of every project. */
export const LIBRARY_FOLDER = '/typescript/';

/** The path shown for a definition in one of them. */
export const SHOWN_LIBRARY_FOLDER = 'node_modules/typescript/lib/';
