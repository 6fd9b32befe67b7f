import { browserLibrary } from '../language/browser-library.ts';
import { coreLibrary } from '../language/core-library.ts';
import type { LibraryFiles } from '../language/library-files.ts';

export const ALL_LIBRARIES: LibraryFiles = new Map([...coreLibrary, ...browserLibrary]);
