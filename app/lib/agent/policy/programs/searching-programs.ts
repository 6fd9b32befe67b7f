import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';
import { mayNameSecret } from '../paths/guarded-globs.ts';
import { resolveFrom } from '../paths/possible-directories.ts';
import { isSourceName, isSourcePath } from '../paths/source-path.ts';
import { mayHoldKeys } from '../paths/why-protected.ts';
import type { Judging } from './judge-use.ts';
import { type ProgramEntry, programs } from './program-entry.ts';
import { looksForSecrets, mayRevealSecrets } from './search-text.ts';

const READS_ALL = because('it reads every file below, also those that may hold keys');

const GREP: ProgramEntry = {
  operands: 'read',
  first: { count: 1, use: 'text', unless: ['e', 'regexp', 'f', 'file'] },
  flags:
    'A=text B=text C=text D=text d=text e=text m=text f=read E F G P i v w x n H h o q s c l L r R z a Z T U u b y after-context=text before-context=text context=text regexp=text file=read max-count=text include=text exclude=text exclude-from=read exclude-dir=text color=attached colour=attached label=text binary-files=text directories=text devices=text recursive dereference-recursive files-with-matches files-without-match count quiet silent',
};

/** Programs that search folders by name or content. */
export const SEARCHING_PROGRAMS: readonly (readonly [string, ProgramEntry])[] = [
  ...programs('ls dir vdir', {
    operands: 'list',
    flags:
      'I=text T=text w=text ignore=text tabsize=text width=text hide=text block-size=text format=text sort=text time=text time-style=text quoting-style=text indicator-style=text color=attached hyperlink=attached classify=attached',
  }),
  ...programs('tree', {
    operands: 'list',
    isClosed: true,
    flags:
      'I=text L=text P=text a d f l x p s h u g D F i q N r t c U v A S n C J X prune noreport dirsfirst filesfirst matchdirs gitignore si du inodes device sort=attached timefmt=text charset=text filelimit=text ignore-case',
  }),
  ...programs('exa eza lsd', {
    operands: 'list',
    flags: 'I=text L=text s=text t=text level=text sort=text time=text ignore-glob=text time-style=text color=attached',
  }),
  ...programs('stat', { operands: 'list', flags: 'c=text t f L x format=text printf=text dereference file-system terse' }),
  ...programs('du', {
    operands: 'list',
    flags:
      'd=text B=text t=text X=read max-depth=text block-size=text threshold=text exclude=text time=attached files0-from=! exclude-from=!',
  }),
  ...programs('df', { operands: 'list', flags: 'B=text t=text x=text block-size=text type=text exclude-type=text output=attached' }),
  // The kind of a file depends on its content.
  ...programs('file', {
    operands: 'measure',
    isClosed: true,
    flags:
      'F=text e=text f=read m=read b i k L h N n p r v z s separator=text exclude=text magic-file=read files-from=read brief mime mime-type mime-encoding extension keep-going dereference no-dereference',
  }),
  ...programs('realpath readlink', {
    operands: 'list',
    flags: 'e f m n q s v z L P relative-to=list relative-base=list canonicalize no-newline quiet',
  }),
  ...programs('which type whereis', { operands: 'text' }),
  ...programs('grep egrep fgrep', { ...GREP, check: checkGrep }),
  ...programs('rgrep', { ...GREP, check: (read, judging) => checkGrep({ ...read, flags: new Set([...read.flags, 'r']) }, judging) }),
  ...programs('zgrep zegrep zfgrep bzgrep xzgrep', { ...GREP, isClosed: true, check: checkGrep }),
  ...programs('rg', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'regexp', 'f', 'file', 'files', 'type-list'] },
    flags:
      'A=text B=text C=text E=text M=text d=text e=text f=read g=text j=text m=text r=text t=text T=text pre=! pre-glob=! hostname-bin=! z=! search-zip=! ignore-file=read after-context=text before-context=text context=text regexp=text file=read glob=text iglob=text max-count=text max-depth=text max-columns=text replace=text type=text type-not=text type-add=text type-clear=text sort=text sortr=text color=text colors=text encoding=text engine=text path-separator=text context-separator=text max-filesize=text threads=text files type-list hidden . u unrestricted no-ignore no-ignore-vcs no-ignore-dot L=! follow=!',
    check: checkRipgrep,
  }),
  ...programs('ag ack', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'i l n w Q s c v A=attached B=attached C=attached',
    // They skip hidden files on any host.
    check: (read, judging) => checkTree(() => true)(read, { ...judging, hasFileWall: true }),
  }),
  ...programs('diff colordiff', {
    operands: 'read',
    flags:
      'U=text C=text D=text I=text x=text F=text W=text L=text S=text X=read unified=attached context=attached ignore-matching-lines=text exclude=text exclude-from=read label=text show-function-line=text width=text ifdef=text starting-file=text from-file=read to-file=read o=! output=! r N u c q s i b w B a y e n t T l recursive new-file unidirectional-new-file color=attached',
    // Folders are compared by their files, and their names do not show that they are folders.
    check: (read, judging) => checkTree((one) => isDiffOfTree(one) || !judging.hasFileWall)(read, judging),
  }),
  ...programs('find', {
    operands: 'list',
    hasSingleDash: true,
    isClosed: true,
    flags:
      'name=text iname=text path=text ipath=text wholename=text iwholename=text regex=text iregex=text lname=text regextype=text type=text xtype=text size=text mtime=text mmin=text atime=text amin=text ctime=text cmin=text newer=list anewer=list samefile=list maxdepth=text mindepth=text perm=text user=text group=text links=text inum=text printf=text empty not and or o a print print0 prune depth xdev mount daystart follow ls quit true false readable writable executable nouser nogroup H L P newermt=text newerct=text exec=! execdir=! ok=! okdir=! delete=! fprint=! fprint0=! fprintf=! fls=! files0-from=!',
  }),
  ...programs('fd fdfind', {
    operands: 'list',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags:
      'e=text extension=text t=text type=text d=text max-depth=text min-depth=text E=text exclude=text c=text color=text S=text size=text j=text threads=text g H I u p a s i F L l glob hidden no-ignore unrestricted absolute-path full-path case-sensitive ignore-case fixed-strings follow list-details max-results=text changed-within=text changed-before=text base-directory=list search-path=list',
  }),
];

function hasSome(flags: ReadonlySet<string>, ...names: readonly string[]): boolean {
  return names.some((name) => flags.has(name));
}

/** Names, counts and exit codes print no file content but reveal whether a key begins like that, so they are free only with a file wall. */
function checkGrep(read: ReadArguments, judging: Judging): Reason | null {
  // A search restricted to these files is not a search through sources.
  if (
    read.uses.some(
      ({ flag, value }) =>
        flag?.startsWith('inc') === true && mayNameSecret(value, { hasFileWall: true, hasHidden: true }) && !isSourceName(value),
    )
  )
    return READS_ALL;
  const isCounting = hasSome(read.flags, 'l', 'L', 'q', 'c', 'files-with-matches', 'files-without-match', 'quiet', 'silent', 'count');
  return judging.hasFileWall && isCounting ? null : checkTree(isGrepOfTree)(read, judging);
}

function isGrepOfTree({ flags, uses }: ReadArguments): boolean {
  if (!hasSome(flags, 'r', 'R', 'recursive', 'dereference-recursive', 'd', 'directories')) return false;
  return !flags.has('include') || uses.some(({ flag, value }) => flag?.startsWith('inc') === true && !isSourceName(value));
}

/** Two folders are compared file by file; a single file and a folder, with the file of the same name in it. */
function isDiffOfTree({ flags, operands }: ReadArguments): boolean {
  if (hasSome(flags, 'r', 'N', 'recursive', 'new-file', 'unidirectional-new-file')) return true;
  return operands.some(({ text }) => /^\.{0,2}\/?$|\/$|\/\.\.?$/.test(text));
}

/** Files named with `-g` are searched even if they are hidden or ignored. */
function checkRipgrep(read: ReadArguments, judging: Judging): Reason | null {
  const globs = read.uses.filter(({ flag }) => flag === 'g' || flag?.startsWith('gl') === true || flag?.startsWith('ig') === true);
  const isSecret = (glob: string) =>
    !isSourcePath(glob) && (/(?:^|\/)\*+$/.test(glob) || mayNameSecret(glob, { hasFileWall: judging.hasFileWall, hasHidden: true }));
  const secret = globs.find(({ value }) => !value.startsWith('!') && !isSourceName(value) && isSecret(value));
  if (secret !== undefined) return mayHoldKeys(secret.value);
  // It supports no abbreviated flags: `--fil` does not list names.
  const isDeep = ({ flags, written }: ReadArguments) =>
    !written.has('files') && hasSome(flags, 'hidden', '.', 'u', 'unrestricted', 'no-ignore', 'no-ignore-vcs', 'no-ignore-dot');
  // By default it skips hidden files: whoever sets these flags wants them, even in source folders.
  if (!judging.hasFileWall && isDeep(read) && foldersOf(read, judging).length > 0) return READS_ALL;
  return checkTree(isDeep)(read, judging);
}

/**
 * A search through folders also finds `.env`. If the host keeps it from reading such files, it asks only if it looks for keys. Otherwise no
 * list of patterns can decide: it asks, or in source folders alone, where no keys are kept, only if it looks for keys.
 */
function checkTree(isDeep: (read: ReadArguments) => boolean): (read: ReadArguments, judging: Judging) => Reason | null {
  return (read, judging) => {
    if (!isDeep(read) || foldersOf(read, judging).length === 0) return null;
    const isWide = readsWidely(read, judging);
    if (!isWide && judging.hasFileWall) return null;
    const patterns = read.uses
      .filter(({ use, flag }) => use === 'text' && (flag === null || /^(?:e|reg\w*)$/.test(flag)))
      .map(({ value }) => value);
    return (judging.hasFileWall || !isWide) &&
      patterns.length > 0 &&
      !read.flags.has('v') &&
      !patterns.some(judging.hasFileWall ? looksForSecrets : mayRevealSecrets)
      ? null
      : READS_ALL;
  };
}

/** Returns true if it searches more than source folders and single files. */
export function readsWidely(read: ReadArguments, judging: Judging): boolean {
  return judging.place === null || foldersOf(read, judging).some((path) => !isSourcePath(path));
}

/** Returns the searched paths that are not single files, judging by their names. */
function foldersOf(read: ReadArguments, judging: Judging): string[] {
  const paths = read.uses.filter(({ use }) => use === 'read').map(({ value }) => value);
  const found = (paths.length === 0 ? ['.'] : paths).flatMap((path) => resolveFrom(judging.place, path, judging.projectRoot) ?? ['']);
  return found.filter((path) => !LONE_FILE.test(path));
}

const LONE_FILE = /[^/]\.\w+$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG|Procfile|Jenkinsfile)$/;
