import type { ReadArguments } from './arguments.ts';
import { checkAwk } from './awk-text.ts';
import type { Judging } from './judge-use.ts';
import { resolveFrom } from './place.ts';
import type { ProgramEntry } from './program-entry.ts';
import { mayRevealSecrets } from './search-text.ts';
import { checkSed } from './sed-script.ts';

const GREP_FLAGS =
  'A=text B=text C=text D=text d=text e=text m=text f=read E F G P i v w x n H h o q s c l L r R z a U T u after-context=text before-context=text context=text regexp=text file=read max-count=text include=text exclude=text exclude-from=read exclude-dir=text color=text colour=text label=text binary-files=text directories=text devices=text recursive dereference-recursive files-with-matches files-without-match count quiet silent';

function programs(names: string, entry: ProgramEntry): (readonly [string, ProgramEntry])[] {
  return names.split(' ').map((name) => [name, entry] as const);
}

/** What the policy knows of each program. One that stands neither here nor among those that ask is judged by its words alone. */
export const PROGRAM_TABLE: ReadonlyMap<string, ProgramEntry> = new Map<string, ProgramEntry>([
  ...programs(
    'echo true false : pwd exit return break continue shift jobs sleep whoami hostname uname arch nproc uptime tty logname seq expr basename dirname tr factor clear reset cal',
    { operands: 'text' },
  ),
  ...programs('printf', { operands: 'text', check: ({ flags }) => (flags.size > 0 ? 'it sets a variable' : null), flags: 'v=!' }),
  ...programs('date', { operands: 'text', flags: 'd=text date=text f=read file=read r=read reference=read s=! set=! u I=text R' }),
  ...programs('wait', { operands: 'text', flags: 'p=! n f' }),
  ...programs('which type whereis', { operands: 'text' }),
  ...programs('command', { operands: 'text' }),
  ...programs('bc dc', { operands: 'read', isClosed: true, flags: 'l q s mathlib quiet' }),
  ...programs('ls dir vdir tree exa eza lsd', {
    operands: 'list',
    flags:
      'I=text ignore=text P=text L=text w=text T=text block-size=text color=text format=text sort=text time=text hide=text o=any fromfile=!',
  }),
  ...programs('stat du df file realpath readlink', {
    operands: 'list',
    flags:
      'c=text format=text printf=text d=text max-depth=text t=text exclude=text block-size=text f=text m=text files0-from=! exclude-from=!',
  }),
  ...programs('test [', { operands: 'list', hasSingleDash: true, check: checkTest }),
  ...programs(
    'cat tac nl rev head tail wc fold fmt pr expand unexpand od hexdump strings cksum sum md5sum sha1sum sha256sum sha512sum b2sum',
    {
      operands: 'read',
      flags:
        'n c=text bytes=text lines=text s=text w=text b=text width=text j=text N=text t=text A=text files0-from=! C follow retry e v T E',
    },
  ),
  ...programs('bat', {
    operands: 'read',
    flags: 'l=text language=text r=text line-range=text style=text theme=text pager=! p n A H=text paging=text color=text',
  }),
  ...programs('base64 base32', { operands: 'read', flags: 'd i w=text decode wrap=text' }),
  ...programs('xxd', { operands: 'read', last: 'write', flags: 'l=text s=text c=text g=text r=! p' }),
  ...programs('uniq', {
    operands: 'read',
    last: 'write',
    flags: 'f=text s=text w=text skip-fields=text skip-chars=text check-chars=text group=text',
  }),
  ...programs('cut', {
    operands: 'read',
    flags: 'd=text f=text c=text b=text delimiter=text fields=text characters=text bytes=text output-delimiter=text',
  }),
  ...programs('paste join comm column look', {
    operands: 'read',
    flags:
      'd=text t=text delimiters=text s=text o=text e=text a=text j=text v=text i 1 2 3 output-delimiter=text check-order c=text N=text',
  }),
  ...programs('sort', {
    operands: 'read',
    flags:
      'k=text t=text S=text n r u f g h V M b d i s c C m z R o=write T=! key=text field-separator=text buffer-size=text parallel=text output=write temporary-directory=! compress-program=! files0-from=! random-source=read sort=text batch-size=text numeric-sort reverse unique human-numeric-sort version-sort ignore-case stable check merge',
  }),
  ...programs('diff cmp sdiff colordiff', {
    operands: 'read',
    flags:
      'U=text C=text unified=text context=text I=text x=text exclude=text label=text L=text F=text W=text o=! output=! u q r N a b w B i y s color=text',
    check: checkTree(() => true),
  }),
  ...programs('grep egrep fgrep', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'regexp', 'f', 'file'] },
    flags: GREP_FLAGS,
    check: checkTree(isGrepOfTree),
  }),
  ...programs('rg', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'regexp', 'f', 'file', 'files', 'type-list'] },
    flags:
      'A=text B=text C=text E=text M=text d=text e=text f=read g=text j=text m=text r=text t=text T=text pre=! pre-glob=! hostname-bin=! z=! search-zip=! ignore-file=read after-context=text before-context=text context=text regexp=text file=read glob=text iglob=text max-count=text max-depth=text max-columns=text replace=text type=text type-not=text type-add=text sort=text sortr=text color=text colors=text encoding=text engine=text path-separator=text threads=text files type-list hidden . u unrestricted no-ignore L=! follow=!',
    check: checkTree(
      ({ flags }) => !flags.has('files') && (flags.has('hidden') || flags.has('.') || flags.has('u') || flags.has('unrestricted')),
    ),
  }),
  ...programs('ag ack', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    flags: 'pager=! A=text B=text C=text G=text g=text m=text',
    check: checkTree(() => true),
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
    flags:
      'x=! exec=! X=! exec-batch=! e=text extension=text t=text type=text d=text max-depth=text E=text exclude=text g c=text color=text S=text H I u p a base-directory=list search-path=list',
  }),
  ...programs('sed gsed', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'expression'] },
    isClosed: true,
    flags:
      'e=text expression=text n quiet silent E r regexp-extended s separate u unbuffered z null-data posix i=attached in-place=attached',
    check: checkSed,
  }),
  ...programs('awk gawk mawk nawk', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'F=text field-separator=text v=text assign=text',
    check: checkAwk,
  }),
  ...programs('jq', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags:
      'r c n e s S M C j a raw-output compact-output null-input exit-status slurp sort-keys tab monochrome-output color-output join-output indent=text raw-input R',
    check: ({ operands }) =>
      /\benv\b|\$ENV|\binput_filename|\bimport\b|\binclude\b|\$__prog/.test(operands[0]?.text ?? '')
        ? 'it reads the environment or other files'
        : null,
  }),
  ...programs('mkdir', { operands: 'create', flags: 'm=text mode=text p v parents verbose' }),
  ...programs('touch', { operands: 'create', flags: 'd=text date=text t=text r=list reference=list a c m' }),
  ...programs('rm', {
    operands: 'remove',
    isClosed: true,
    flags: 'r R f v d i I recursive force verbose dir interactive=text one-file-system preserve-root',
  }),
  ...programs('cp', {
    operands: 'read',
    last: 'write',
    isClosed: true,
    flags:
      'r R a p f n i v u T d L P t=write target-directory=write recursive archive force verbose update no-clobber preserve=text parents',
    check: checkTree(({ flags }) => flags.has('r') || flags.has('R') || flags.has('a') || flags.has('recursive') || flags.has('archive')),
  }),
  ...programs('mv', { operands: 'write', isClosed: true, flags: 'f n i v u T t=write target-directory=write force verbose no-clobber' }),
  ...programs('tee', { operands: 'write', isClosed: true, flags: 'a i append' }),
  ...programs('truncate', { operands: 'write', flags: 's=text size=text r=list reference=list c' }),
  ...programs('chmod', {
    operands: 'create',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'v c f x w r X verbose changes',
    check: checkMode,
  }),
  ...programs('dd', { operands: 'any', asks: 'it can overwrite files and devices' }),
  ...programs('less more', {
    operands: 'read',
    isClosed: true,
    flags: 'N S R F X i n',
    check: ({ operands }) => (operands.some(({ text }) => text.startsWith('+')) ? 'it runs a command when it starts' : null),
  }),
  ...programs('cd', { operands: 'list', isClosed: true, flags: 'P L e', check: checkDirectory }),
  ...programs('set', { operands: 'text', check: checkSet }),
  ...programs('read', {
    operands: 'text',
    flags: 'a=! u=text n=text N=text t=text d=text p=text r s e',
    check: ({ operands }) => (operands.every(({ text }) => /^[a-z_]\w*$/.test(text)) ? null : 'it sets a variable'),
  }),
  ...programs('make gmake', {
    operands: 'list',
    isClosed: true,
    flags: 'j=text k s n B q silent keep-going dry-run',
    check: ({ operands }) => (operands.some(({ text }) => text.includes('=')) ? 'it changes what the makefile runs' : null),
  }),
]);

function checkMode({ operands }: ReadArguments): string | null {
  return /^(?:u?[+-][rwx]+|[ugoa]+[+-][rx]+|[0-7]{3,4})$/.test(operands[0]?.text ?? '') &&
    !/^[2467]...|[2367]$/.test(operands[0]?.text ?? '')
    ? null
    : 'it changes who may do what';
}

function checkDirectory({ operands }: ReadArguments): string | null {
  if (operands.length === 0) return 'it leaves the project for the home folder';
  if (operands.length > 1) return 'it goes to one of several folders';
  return operands[0]?.text === '-' ? 'where it goes is only known when it runs' : null;
}

/** `set -euo pipefail` and its like; `set` alone prints every variable. */
function checkSet({ operands, flags }: ReadArguments): string | null {
  const isPlain =
    [...flags].every((flag) => /^[euxo]$/.test(flag)) && operands.every(({ text }) => text === 'pipefail' || /^\+[eux]+$/.test(text));
  return isPlain && (flags.size > 0 || operands.length > 0) ? null : 'it shows or changes what the shell has set';
}

/** `-v name` and whatever counts can run commands hidden in an index. */
function checkTest({ flags, operands }: ReadArguments): string | null {
  if (flags.has('v') || flags.has('R')) return 'its arguments can run commands';
  const isCounting = [...flags].some((flag) => /^(?:eq|ne|lt|le|gt|ge)$/.test(flag));
  return isCounting && !operands.every(({ text }) => /^(?:\d+|!|\])$/.test(text)) ? 'its arguments can run commands' : null;
}

/** Patterns for names of which none holds keys. */
const SOURCE_NAMES =
  /^[\w*-]*\.(?:\{[a-z,]+\}|[jt]sx?|[cm][jt]s|css|s[ac]ss|less|html?|md|mdx|vue|svelte|astro|py|rb|go|rs|java|php|c|h|cpp)$/;

function isGrepOfTree({ flags, uses }: ReadArguments): boolean {
  const isDeep =
    flags.has('r') ||
    flags.has('R') ||
    flags.has('recursive') ||
    flags.has('dereference-recursive') ||
    flags.has('d') ||
    flags.has('directories');
  const showsNames = ['l', 'L', 'q', 'c', 'files-with-matches', 'files-without-match', 'quiet', 'silent', 'count'].some((flag) =>
    flags.has(flag),
  );
  return (
    isDeep &&
    !showsNames &&
    !(flags.has('include') && uses.every(({ flag, value }) => flag === null || !flag.startsWith('inc') || SOURCE_NAMES.test(value)))
  );
}

const SOURCE_FOLDER =
  /^(?:src|app|lib|libs|tests?|__tests__|e2e|components|pages|routes|docs?|public|scripts|styles|templates|examples|node_modules)(?:\/|$)/;

/** A search through folders also finds `.env` there, unless what it looks for does not stand in such a file. */
function checkTree(isDeep: (read: ReadArguments) => boolean): (read: ReadArguments, judging: Judging) => string | null {
  return (read, judging) => {
    if (!isDeep(read)) return null;
    const patterns = read.uses.filter(({ use }) => use === 'text').map(({ value }) => value);
    const paths = read.uses.filter(({ use }) => use === 'read').map(({ value }) => value);
    const found = (paths.length === 0 ? ['.'] : paths).flatMap((path) => resolveFrom(judging.place, path, judging.projectRoot) ?? ['']);
    const isWide = judging.place === null || found.some((path) => !SOURCE_FOLDER.test(path) && !/[^/]\.\w+$/.test(path));
    if (!isWide) return null;
    return patterns.length > 0 && !read.flags.has('v') && patterns.every((pattern) => !mayRevealSecrets(pattern))
      ? null
      : 'it reads every file below, also those that may hold keys';
  };
}
