import { ARCHIVE_PROGRAMS } from './archive-programs.ts';
import { CHANGING_PROGRAMS } from './changing-programs.ts';
import { PLAIN_PROGRAMS } from './plain-programs.ts';
import type { ProgramEntry } from './program-entry.ts';
import { READING_PROGRAMS } from './reading-programs.ts';
import { SEARCHING_PROGRAMS } from './searching-programs.ts';

/** The known programs. A program that is neither here nor among those that always ask is judged by its words alone. */
export const PROGRAM_TABLE: ReadonlyMap<string, ProgramEntry> = new Map<string, ProgramEntry>([
  ...PLAIN_PROGRAMS,
  ...READING_PROGRAMS,
  ...SEARCHING_PROGRAMS,
  ...CHANGING_PROGRAMS,
  ...ARCHIVE_PROGRAMS,
]);
