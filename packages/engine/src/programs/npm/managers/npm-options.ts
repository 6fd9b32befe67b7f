/** An alternative form of an option, with the option and its value. */
type OptionForm = readonly [form: string, option: readonly [string, string | true]];

/** Options with a value, and short forms, that all the managers parse as npm does. */
export const sharedValueOptions = [
  ...['prefix', 'registry', 'workspace', 'omit', 'include', 'loglevel', 'tag', 'depth', 'script-shell', 'cache', 'scope', 'location'],
  ...['cwd', 'dir', 'filter', 'reporter', 'package', 'call', 'config', 'node-linker', 'network-concurrency', 'workspace-concurrency'],
] as const;

export const sharedShortOptions: readonly OptionForm[] = [
  ['D', ['save-dev', true]],
  ['E', ['save-exact', true]],
  ['O', ['save-optional', true]],
  ['g', ['global', true]],
  ['y', ['yes', true]],
  ['v', ['version', true]],
  ['h', ['help', true]],
];

export const sharedLongAliases: readonly OptionForm[] = [
  ['dev', ['save-dev', true]],
  ['exact', ['save-exact', true]],
  ['optional', ['save-optional', true]],
  ['peer', ['save-peer', true]],
  ['production', ['omit', 'dev']],
  ['prod', ['omit', 'dev']],
];
