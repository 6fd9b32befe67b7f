import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { folderOfPlace, type Launch } from '../parse/launchers.ts';
import { installedPrograms, type Lookup } from './installed-programs.ts';
import { isLocalName, PACKAGE_MANAGERS } from './package-table.ts';
import { PROGRAM_TABLE } from './program-table.ts';

/**
 * Returns why starting an installed package's program by name asks; null if the project is known to have it. A package's program may have
 * the name of a system program, so the tables of system programs do not apply to it.
 */
export function judgeLaunch({ named, otherwise }: Launch, program: string, lookup: Lookup): Reason | null {
  if (PROGRAM_TABLE.has(program) || PACKAGE_MANAGERS.has(program) || program === 'git')
    return because('a program of a package would run in place of {name} of the system', { name: program });
  if (otherwise === 'fails' || installedPrograms(named, lookup) !== null) return null;
  if (folderOfPlace(named) !== null) return because('{place} is not known to be a program of an installed package', { place: named });
  const isLikely = lookup.programs === undefined && otherwise === 'may-run-another' && (isLocalName(named) || named === 'vitest');
  return isLikely
    ? null
    : because('no installed package is known to have {name}: then one of that name is downloaded and run', { name: named });
}
