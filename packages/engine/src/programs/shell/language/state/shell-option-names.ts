import type { ShellOptions } from './shell-state.ts';

/** The options of `set -e`, `set -u` and so on, by letter. */
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

/** The options of `set -o name`. */
export const setOptions: ReadonlySet<string> = new Set([...optionByLetter.values(), 'pipefail']);

/** The options of `shopt -s name`. */
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
