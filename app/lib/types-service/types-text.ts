/** Words of the type checker's own. */
export const TYPES_TEXT = {
  missing: (packages: readonly string[]) =>
    `Install the packages to see their types: ${packages.slice(0, 3).join(', ')}${packages.length > 3 ? `, and ${packages.length - 3} more` : ''}.`,
  tooSlow: (why: string) => `${why} This file is checked again when it changes; a type in it may be too complex.`,
  off: (why: string) => `Types are switched off: ${why} They come back when the project is opened again.`,
  noMemory: 'Types need memory that a page shares with its worker, which this browser does not give here.',
} as const;
