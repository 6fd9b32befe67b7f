/** Files that a project takes at once. */
export const MOST_FILES = 20_000;
/** Together, as they are unpacked. */
export const MOST_BYTES = 250 * 1024 * 1024;
/** Larger files stay out of a project's history. As the mirror has it. */
export const LARGEST_FILE = 10 * 1024 * 1024;
/** Names that are looked at at all: of a folder with its installed packages there may be many. */
export const MOST_ENTRIES = 300_000;
/** An archive is read into memory whole. */
export const LARGEST_ARCHIVE = 300 * 1024 * 1024;
/** An archive that unpacks to more than so many times its size, and to more than the bytes below, was made to fill the disk. */
export const HIGHEST_RATIO = 100;
export const RATIO_MATTERS_FROM = 50 * 1024 * 1024;
