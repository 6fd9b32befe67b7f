import type { LocalProgram } from '../../contract/tool-definition.ts';
import type { PossibleDirectories } from '../paths/possible-directories.ts';

export interface Lookup {
  place: PossibleDirectories;
  /** Programs of installed packages that the command names; undefined if they were not looked up. */
  programs?: readonly LocalProgram[] | undefined;
}

/** Returns the installed programs behind a name, one for each folder in which the command may run; null if one of the folders has none. */
export function installedPrograms(named: string, { place, programs = [] }: Lookup): readonly LocalProgram[] | null {
  const found = place?.map((folder) => programs.find((one) => one.name === named && one.folder === folder)) ?? [];
  const known = found.filter((one) => one !== undefined);
  return known.length === 0 || known.length < found.length ? null : known;
}
