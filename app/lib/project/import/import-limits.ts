/** The most files that one import may add. */
export const MOST_FILES = 20_000;
/** Their total size after unpacking. In bytes. */
export const MOST_BYTES = 250 * 1024 * 1024;
/** Larger files are not kept in a project's history. The same limit as in the project mirror. */
export const LARGEST_FILE = 10 * 1024 * 1024;
/** The most names that are examined: a folder with installed packages may have very many. */
export const MOST_ENTRIES = 300_000;
/** Limited because an archive is read into memory as a whole. */
export const LARGEST_ARCHIVE = 300 * 1024 * 1024;
/** An archive with a higher compression ratio that also unpacks to more than the bytes below is treated as a zip bomb. */
export const HIGHEST_RATIO = 100;
export const RATIO_MATTERS_FROM = 50 * 1024 * 1024;
