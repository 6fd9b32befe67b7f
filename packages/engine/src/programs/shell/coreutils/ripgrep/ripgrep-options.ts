import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { SEARCH_VALUES } from '../search-options.ts';

export interface RipgrepOptions {
  flags: ReadonlySet<string>;
  patterns: string[];
  paths: string[];
  before: number;
  after: number;
  maxCount: number;
  maxDepth: number | null;
  maxColumns: number | null;
  replacement: string | null;
  globs: string[];
  caseInsensitiveGlobs: string[];
  isGlobCaseInsensitive: boolean;
  types: string[];
  excludedTypes: string[];
  isIgnoring: boolean;
  isGitIgnoring: boolean;
  isHiddenIncluded: boolean;
  isFollowing: boolean;
  isReverse: boolean;
  /** The value of `--color`. */
  color: string;
}

export const ripgrepSpecification = {
  flags: 'iSsnNlcwxFovqaHILPUupz0hV.b',
  values: 'efABCmgtTdrMjE',
  long: {
    'ignore-case': 'i',
    'smart-case': 'S',
    'case-sensitive': 's',
    'line-number': 'n',
    'no-line-number': 'N',
    'files-with-matches': 'l',
    count: 'c',
    'word-regexp': 'w',
    'line-regexp': 'x',
    'fixed-strings': 'F',
    'only-matching': 'o',
    'invert-match': 'v',
    quiet: 'q',
    text: 'a',
    'with-filename': 'H',
    'no-filename': 'I',
    follow: 'L',
    pcre2: 'P',
    multiline: 'U',
    unrestricted: 'u',
    pretty: 'p',
    'search-zip': 'z',
    null: '0',
    help: 'h',
    version: 'V',
    hidden: '.',
    'byte-offset': 'b',
    ...SEARCH_VALUES,
    glob: 'g',
    type: 't',
    'type-not': 'T',
    'max-depth': 'd',
    maxdepth: 'd',
    replace: 'r',
    'max-columns': 'M',
    threads: 'j',
    encoding: 'E',
  },
  longFlags: [
    'files',
    'files-without-match',
    'count-matches',
    'json',
    'no-ignore',
    'no-ignore-vcs',
    'no-ignore-parent',
    'no-ignore-dot',
    'no-ignore-global',
    'no-require-git',
    'no-hidden',
    'no-messages',
    'no-config',
    'heading',
    'no-heading',
    'column',
    'no-column',
    'vimgrep',
    'trim',
    'passthru',
    'stats',
    'type-list',
    'multiline-dotall',
    'glob-case-insensitive',
    'no-unicode',
    'line-buffered',
    'block-buffered',
    'no-mmap',
    'mmap',
    'crlf',
    'one-file-system',
    'no-context-separator',
    'include-zero',
    'debug',
  ],
  longValues: [
    'color',
    'colors',
    'sort',
    'sortr',
    'iglob',
    'context-separator',
    'engine',
    'path-separator',
    'max-filesize',
    'regex-size-limit',
    'dfa-size-limit',
  ],
  exitCode: 2,
};

export async function ripgrepOptions(context: CommandContext): Promise<RipgrepOptions> {
  const parsed = parseOptions({ name: 'rg', args: context.args }, ripgrepSpecification);
  const { flags, values, operands, value } = parsed;
  const patterns = [...(values.get('e') ?? [])];
  for (const path of values.get('f') ?? []) patterns.push(...(await context.files.readText(path)).replace(/\n$/, '').split('\n'));
  const isListing = flags.has('files') || flags.has('type-list') || flags.has('h') || flags.has('V');
  const paths = [...operands];
  if (patterns.length === 0 && !values.has('f') && !isListing) {
    const pattern = paths.shift();
    if (pattern === undefined) {
      throw new CommandError(
        'error: The following required arguments were not provided:\n    <PATTERN>\n\nUSAGE:\n    rg [OPTIONS] PATTERN [PATH ...]\n\nFor more information try --help',
        2,
      );
    }
    patterns.push(pattern);
  }
  const number = (name: string) => (value(name) === null ? null : Number(value(name)));
  const extra = new Set<string>();
  const level = unrestrictedLevel(context.args);
  if (level >= 3) extra.add('a');
  const isIgnoring = !flags.has('no-ignore') && level < 1;
  return {
    flags: new Set([...flags, ...extra]),
    patterns,
    paths,
    before: number('B') ?? number('C') ?? 0,
    after: number('A') ?? number('C') ?? 0,
    maxCount: number('m') ?? Number.POSITIVE_INFINITY,
    maxDepth: number('d'),
    maxColumns: number('M') === 0 ? null : number('M'),
    replacement: value('r'),
    color: value('color') ?? (flags.has('p') ? 'always' : 'auto'),
    globs: values.get('g') ?? [],
    caseInsensitiveGlobs: values.get('iglob') ?? [],
    isGlobCaseInsensitive: flags.has('glob-case-insensitive'),
    types: values.get('t') ?? [],
    excludedTypes: values.get('T') ?? [],
    isIgnoring,
    isGitIgnoring: !flags.has('no-ignore-vcs'),
    isHiddenIncluded: flags.has('.') || level >= 2,
    isFollowing: flags.has('L'),
    isReverse: values.has('sortr'),
  };
}

/** Returns the number of `-u`: one for ignored files, two for hidden ones, three for binary ones. */
function unrestrictedLevel(args: readonly string[]): number {
  let level = 0;
  for (const argument of args) {
    if (argument === '--') return level;
    if (argument === '--unrestricted') level += 1;
    if (!/^-[^-]/.test(argument)) continue;
    for (const letter of argument.slice(1)) {
      if (ripgrepSpecification.values.includes(letter)) break;
      if (letter === 'u') level += 1;
    }
  }
  return level;
}
