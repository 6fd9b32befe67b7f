import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { type CommandLine, type ReadArguments, readArguments } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { isWild } from '../paths/glob-pattern.ts';
import { mayNameSecret } from '../paths/guarded-globs.ts';
import { isSourceName, isSourcePath } from '../paths/source-path.ts';
import { mayHoldKeys } from '../paths/why-protected.ts';
import { type Judging, judgeUse, UNKNOWN } from './judge-use.ts';

interface GitCommand extends CommandLine {
  asks?: Reason;
  check?: (read: ReadArguments, judging: Judging) => Reason | null;
}

const LOG_FLAGS =
  'n=text S=text G=text L=any U=text O=read l=text author=text committer=text since=text after=text until=text before=text grep=text format=attached pretty=attached date=text max-count=text skip=text diff-filter=text word-diff-regex=attached inter-hunk-context=text unified=attached color=attached decorate=attached decorate-refs=text glob=text branches=attached tags=attached remotes=attached stat=attached abbrev=attached find-renames=attached min-parents=text max-parents=text output=! ext-diff=! textconv=! no-index=! show-signature=! output-indicator-new=attached src-prefix=attached dst-prefix=attached oneline graph all no-merges merges first-parent name-only name-status patch summary numstat shortstat cached staged reverse follow no-ext-diff no-textconv no-color quiet exit-code check';

const commands = (names: string, entry: GitCommand) => names.split(' ').map((name) => [name, entry] as const);

/** The git commands known to the policy. */
export const GIT_COMMANDS: ReadonlyMap<string, GitCommand> = new Map<string, GitCommand>([
  ...commands('status', {
    operands: 'list',
    flags: 'u=attached untracked-files=attached ignored=attached porcelain=attached column=attached',
  }),
  ...commands('log show diff shortlog whatchanged range-diff diff-tree diff-index diff-files', {
    operands: 'read',
    flags: LOG_FLAGS,
    check: checkPickaxe,
  }),
  ...commands('reflog', { operands: 'read', flags: LOG_FLAGS, check: (read) => onlyWith(read, ['show']) }),
  ...commands('blame annotate', {
    operands: 'read',
    flags: 'L=text contents=read S=read ignore-rev=text ignore-revs-file=read textconv=! date=text output=! ext-diff=!',
  }),
  ...commands(
    'describe rev-parse rev-list name-rev merge-base cherry count-objects check-ignore check-attr check-ref-format for-each-ref show-ref show-branch ls-tree ls-files version help verify-commit verify-tag var-none fsck',
    {
      operands: 'list',
      flags:
        'exclude-from=read X=read x=text exclude=text format=text sort=text points-at=text contains=text match=text abbrev=attached n=text max-count=text output=! exec=! web=! w=! lost-found=! stdin=!',
    },
  ),
  ...commands('verify-pack show-index stripspace patch-id column check-mailmap get-tar-commit-id', {
    operands: 'list',
    isClosed: true,
    flags: 'v s stable',
  }),
  ...commands('cat-file', { operands: 'read', flags: 'textconv=! filters=! batch=! batch-check=! batch-command=! path=read' }),
  ...commands('grep', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'f'] },
    flags:
      'O=! open-files-in-pager=! e=text f=read A=text B=text C=text m=text no-index=! untracked=! no-exclude-standard=! textconv=! threads=text max-depth=text context=text color=attached',
    check: checkGrep,
  }),
  ...commands('add stage', {
    operands: 'list',
    flags:
      'A a u v n all update dry-run verbose N intent-to-add f=! force=! e=! edit=! p=! patch=! i=! interactive=! chmod=! pathspec-from-file=! renormalize ignore-errors',
    check: checkAdded,
  }),
  ...commands('commit', {
    operands: 'list',
    isClosed: true,
    flags:
      'm=text message=text a all v verbose q quiet s signoff date=text author=text allow-empty dry-run short porcelain status trailer=text amend=! no-verify=! n=! F=read file=read allow-empty-message no-gpg-sign',
    check: checkAdded,
  }),
  ...commands('branch', {
    operands: 'list',
    isClosed: true,
    flags:
      'a all r remotes v verbose q quiet l=text list show-current merged=attached no-merged=attached contains=attached no-contains=attached sort=text format=text color=attached column=attached no-color no-column points-at=text t track u=text set-upstream-to=text',
  }),
  ...commands('tag', {
    operands: 'list',
    isClosed: true,
    flags: 'a annotate m=text message=text l=text list n sort=text contains=text merged=text points-at=text format=text',
  }),
  ...commands('init', { operands: 'create', isClosed: true, flags: 'q quiet b=text initial-branch=text' }),
  ...commands('switch', { operands: 'list', isClosed: true, flags: 'c=text create=text q quiet t track no-track d detach guess no-guess' }),
  ...commands('checkout', { operands: 'list', isClosed: true, flags: 'b=text q quiet t track', check: checkCheckout }),
  ...commands('stash', { operands: 'list', flags: LOG_FLAGS, check: (read) => onlyWith(read, ['list', 'show'], true) }),
  ...commands('worktree', { operands: 'list', check: (read) => onlyWith(read, ['list'], true) }),
  ...commands('submodule', { operands: 'list', check: (read) => onlyWith(read, ['status', 'summary']) }),
  ...commands('remote', { operands: 'text', isClosed: true, flags: 'v verbose', check: (read) => onlyWith(read, ['get-url']) }),
  ...commands(
    'push pull fetch clone ls-remote send-email request-pull svn p4 daemon instaweb http-fetch http-push imap-send send-pack fetch-pack archimport cvsimport cvsserver upload-pack upload-archive receive-pack remote-http remote-https remote-ext remote-fd',
    {
      operands: 'any',
      asks: because('git reaches outside here'),
    },
  ),
  ...commands(
    'reset clean restore rm mv rebase merge cherry-pick revert am apply pull-request filter-branch filter-repo read-tree checkout-index update-index update-ref symbolic-ref replace prune gc reflog-expire pack-refs prune-packed repack commit-tree mktree mktag merge-file merge-index merge-tree merge-one-file sparse-checkout',
    {
      operands: 'any',
      asks: because('it changes files or discards work past the file approval'),
    },
  ),
  ...commands('config', { operands: 'text', isClosed: true, flags: 'get', check: checkConfig }),
  ...commands('credential credential-store credential-cache var', {
    operands: 'any',
    asks: because("it shows or changes git's settings, which can hold passwords and run programs"),
  }),
  ...commands(
    'difftool mergetool bisect gui citool gitk web--browse shell hook for-each-repo maintenance lfs flow notes archive bundle format-patch fast-import fast-export hash-object submodule--helper unpack-file unpack-objects write-tree filter-process scalar subtree annex interpret-trailers fsmonitor--daemon diagnose bugreport',
    {
      operands: 'any',
      asks: because('it can run programs or write files'),
    },
  ),
]);

/** Options before the command that only affect output. */
const PLAIN_OPTIONS: ReadonlySet<string> = new Set([
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
]);

export function judgeGit(words: readonly ShellWord[], judging: Judging): Reason | null {
  let at = 0;
  for (; words[at]?.kind === 'literal' && PLAIN_OPTIONS.has(words[at]?.text ?? ''); at++);
  const command = words[at];
  if (command === undefined) return null;
  if (command.kind !== 'literal') return UNKNOWN;
  if (/^--(?:version|help)$|^-[vh]$/.test(command.value)) return null;
  if (command.value.startsWith('-')) return because("git's options before its command can run programs or name another repository");
  const entry = GIT_COMMANDS.get(command.value);
  if (entry === undefined && at === words.length - 1 && isSlip(command.value)) return null;
  if (entry === undefined)
    return because('{command} is not known here: it may be an alias, or a program of its own', { command: `git ${command.value}` });
  if (entry.asks !== undefined) return entry.asks;
  const read = readArguments(entry, words.slice(at + 1));
  if (read.asks !== null) return read.asks;
  for (const { word, value, use } of read.uses) {
    const why = judgeGitWord(word, value, use, judging);
    if (why !== null) return why;
  }
  return entry.check?.(read, judging) ?? null;
}

/** Returns true for a command name with one extra letter: git then suggests names and does nothing. */
function isSlip(name: string): boolean {
  return /^[a-z]{5,}$/.test(name) && GIT_COMMANDS.has(name.slice(0, -1));
}

/** Judges a word that may be a path, or one of git's forms that look like one: `revision:path` and revision names. */
function judgeGitWord(word: ShellWord, value: string, use: ReadArguments['uses'][number]['use'], judging: Judging): Reason | null {
  const why = judgeUse(use, word, value, judging);
  if (why !== null || use === 'text' || word.kind !== 'literal') return why;
  if (use === 'list') return null;
  // Git expands patterns that the shell left unexpanded.
  if (mayBeSecret(value)) return mayHoldKeys(value);
  const colon = value.indexOf(':');
  if (colon === -1) return null;
  // This includes `:(glob)x` and `:/x`.
  return isSecretPath(value.slice(colon + 1).replace(/^\([^)]*\)/, '')) ? mayHoldKeys(value) : null;
}

/** In git, `*` matches hidden names and several folders. History is read like the project itself, so only spelled-out names ask. */
function mayBeSecret(value: string): boolean {
  const pattern = value.replace(/^:(?:\([^)]*\)|[/!^]+)/, '');
  return isSecretPath(pattern) || (isWild(pattern) && mayNameSecret(pattern, { hasFileWall: true, hasHidden: true, crossesFolders: true }));
}

/** A search through the history reveals how a key begins, so it is free only within sources. */
function checkPickaxe(read: ReadArguments, { hasFileWall }: Judging): Reason | null {
  return hasFileWall || !(read.flags.has('S') || read.flags.has('G')) ? null : checkAmongSources(read.operands);
}

/** It finds a committed key, and with `-l`, `-c` or `-q` it still reveals whether the key begins like that. */
function checkGrep({ operands, flags }: ReadArguments, { hasFileWall }: Judging): Reason | null {
  if (hasFileWall) return null;
  return checkAmongSources(flags.has('e') || flags.has('f') ? operands : operands.slice(1));
}

function checkAmongSources(operands: readonly ShellWord[]): Reason | null {
  const paths = operands.filter((word) => word.kind === 'unknown' || word.value !== '--');
  const isSource = (word: ShellWord) => {
    const path = word.kind === 'unknown' ? '..' : word.value;
    return !path.split('/').includes('..') && (isSourcePath(path) || isSourceName(path.slice(path.lastIndexOf('/') + 1)));
  };
  return paths.length > 0 && paths.every(isSource) ? null : because('it reads every file below, also those that may hold keys');
}

function checkAdded({ operands, flags }: ReadArguments): Reason | null {
  if (flags.has('pathspec-from-file')) return UNKNOWN;
  const secret = operands.find((word) => word.kind !== 'unknown' && mayBeSecret(word.value));
  return secret === undefined ? null : mayHoldKeys(secret.text);
}

/** A name may be a file, whose changes would be lost. */
function checkCheckout({ flags, operands }: ReadArguments): Reason | null {
  if (flags.has('b') && operands.length <= 1) return null;
  const isBranch = operands.length === 1 && /^(?:main|master|develop|dev|trunk|-)$/.test(operands[0]?.text ?? '');
  return isBranch ? null : because('it may discard changes of files');
}

/** Allows only the subcommands that read and do not change anything. */
function onlyWith({ operands }: ReadArguments, allowed: readonly string[], needsOne = false): Reason | null {
  const [first] = operands;
  if (first === undefined && !needsOne) return null;
  return first?.kind === 'literal' && allowed.includes(first.value) ? null : because('it can discard work or reach outside');
}

/** Allows reading one of a few settings that hold no secret. */
function checkConfig({ operands }: ReadArguments): Reason | null {
  const isPlain =
    operands.length === 1 && /^(?:user\.(?:name|email)|init\.defaultbranch|core\.\w+|branch\.[\w/-]+\.\w+)$/i.test(operands[0]?.text ?? '');
  return isPlain ? null : because("it shows or changes git's settings, which can hold passwords and run programs");
}
