import type { ShellOptions } from './shell-state.ts';

/** `set -e` and its kin. */
export const optionByLetter: ReadonlyMap<string, keyof ShellOptions> = new Map<string, keyof ShellOptions>([
  ['e', 'errexit'],
  ['u', 'nounset'],
  ['x', 'xtrace'],
  ['f', 'noglob'],
  ['C', 'noclobber'],
  ['n', 'noexec'],
  ['v', 'verbose'],
  ['a', 'allexport'],
  ['E', 'errtrace'],
  ['T', 'functrace'],
]);

/** `set -o name`. */
export const setOptions: ReadonlySet<string> = new Set([...optionByLetter.values(), 'pipefail']);

/** `shopt -s name`. */
export const shoptOptions: ReadonlySet<string> = new Set([
  'nullglob',
  'dotglob',
  'globstar',
  'nocasematch',
  'nocaseglob',
  'failglob',
  'expand_aliases',
  'inherit_errexit',
]);
