import type { Random } from '../random.ts';
import type { Writer } from './writer.ts';

/** The argument of a flag: a text, a file to read or write, a program to start; `attached` means in the same word only. */
type Taken = 'none' | 'text' | 'read' | 'write' | 'program' | 'attached' | 'number' | 'pattern' | 'folder' | 'pair';

export interface Flag {
  name: string;
  takes: Taken;
}

/** Flags of the real programs that read, write or run something, from their manuals: they reveal what a policy table omits. */
const FROM_MANUALS: Readonly<Record<string, string>> = {
  sort: 'o=write output=write T=folder temporary-directory=folder compress-program=program files0-from=read random-source=read S=number',
  shuf: 'o=write output=write random-source=read n=number head-count=number e z r i=text',
  uniq: 'c d u w=number',
  wc: 'files0-from=read c l w',
  du: 'files0-from=read exclude-from=read X=read a s h',
  grep: 'f=read file=read exclude-from=read r R l n i v c o h s z a e=pattern include=text exclude=text m=number color=text A=number',
  rg: 'f=read file=read pre=program ignore-file=read u uu uuu hidden no-ignore n l i files g=text glob=text e=pattern search-zip',
  date: 'f=read file=read r=read reference=read d=text s=text',
  file: 'f=read files-from=read m=read magic-file=read b C',
  diff: 'from-file=read to-file=read r u N X=read exclude-from=read y line-format=text output=write o=write new-line-format=text',
  cmp: 'l b i=number n=number',
  cp: 't=folder target-directory=folder r a l s b S=text backup=attached parents symbolic-link link n f',
  mv: 't=folder target-directory=folder n f b S=text backup=attached',
  tee: 'a i p append',
  touch: 'r=read reference=read d=text c m a t=text',
  truncate: 's=number size=number r=read reference=read c o',
  chmod: 'R v reference=read',
  mkdir: 'p m=text v',
  rm: 'r f d i v',
  sed: 'n i in-place=attached s E f=read file=read e=text z u l=number debug posix',
  awk: 'f=read file=read v=text F=text i=text include=text l=text load=text E=read exec=read o=write dump-variables=attached d=attached p=attached',
  jq: 'f=read from-file=read slurpfile=pair rawfile=pair argfile=pair L=folder r c n s R e S arg=pair args jsonargs',
  xxd: 'r p i s=number l=number c=number',
  od: 'c x A=text t=text N=number j=number S=attached w=attached',
  hexdump: 'C f=read e=text n=number c',
  column: 't s=text J N=text c=number',
  base64: 'd w=number i output=write o=write',
  tree: 'o=write a L=number fromfile info gitfile=read infofile=read H=text J',
  tac: 's=text r b',
  head: 'n=number c=number q v',
  tail: 'n=number c=number q',
  less: 'o=write O=write log-file=write LOG-FILE=write k=read lesskey-file=read lesskey-src=read T=read tag-file=read t=text F X E N',
  man: 'l P=program pager=program H=program C=read config-file=read f k',
  info: 'f=read file=read o=write output=write k=text',
  ptx: 'i=read ignore-file=read o=read only-file=read b=read break-file=read G traditional',
  iconv: 'o=write output=write f=text t=text c s l',
  ls: 'a l R A d t F i color=attached I=text',
  find: 'fprint=write fprint0=write fprintf=write fls=write exec=program delete newer=read anewer=read samefile=read files0-from=read name=text',
  time: 'o=write output=write a f=text p v',
  xargs: 'a=read arg-file=read I=text n=number 0 d=text r t P=number',
  hostname: 'F=read file=read b s f',
  split: 'l=number filter=program',
  mcookie: 'f=read file=read m=number',
  readelf: 'a x=text p=text',
  objdump: 's d j=text',
  strings: 'n=number a f o t=text',
  sha256sum: 'c check b z tag status',
  md5sum: 'c check b',
  cksum: 'c check a=text',
  comm: '1 2 3 z total check-order',
  join: 'a=number t=text o=text e=text',
  paste: 'd=text s z',
  fmt: 'w=number p=text s',
  numfmt: 'to=text from=text field=text format=text d=text',
  seq: 's=text f=text w',
  env: 'i u=text C=folder S=text chdir=folder split-string=text 0 v',
  logsave: 'a s v',
  xmllint: 'o=write output=write noent nonet xinclude schema=read shell html c14n path=text',
  gencat: '',
  msgcat: 'o=write output-file=write f=read files-from=read',
  msgfmt: 'o=write output-file=write D=folder',
  xgettext: 'o=write output=write f=read files-from=read p=folder a L=text x=read',
  tic: 'o=folder C I 1',
  infocmp: 'A=folder B=folder I',
  localedef: 'i=read f=read prefix=folder',
  zgrep: 'f=read r n i',
  zdiff: 'u',
  savelog: 'c=number t',
  uuencode: 'm',
  tsort: '',
  look: 'd f t=text a',
  nl: 'b=text n=text w=number',
  pr: 'h=text l=number t m d',
  fold: 'w=number s b',
  cut: 'c=text d=text f=text b=text',
  expand: 't=number i',
  stat: 'c=text f L printf=text',
  realpath: 'e m relative-to=folder s',
  readlink: 'f e m n',
  bc: 'l q s i w',
  tput: 'S T=text',
  getopt: 'o=text l=text',
};

/** Returns the flags of the policy's own table, in its format, and of the manuals. Duplicates are harmless. */
export function flagsOf(program: string, table: string | undefined): Flag[] {
  return [...parse(table ?? ''), ...parse(FROM_MANUALS[program] ?? '')];
}

function parse(flags: string): Flag[] {
  return flags
    .split(' ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', use = 'none'] = entry.split('=', 2);
      return { name, takes: takenBy(name, use) };
    });
}

const TAKEN: readonly string[] = ['none', 'text', 'read', 'write', 'program', 'attached', 'number', 'pattern', 'folder', 'pair'];

function takenBy(name: string, use: string): Taken {
  // Found in the list of all of them just above.
  if (TAKEN.includes(use)) return use as Taken;
  if (use === '!') return /program|pager|exec|pre$|ok/.test(name) ? 'program' : /from|stdin|batch/.test(name) ? 'read' : 'write';
  return use === 'list' || use === 'any' ? 'read' : use === 'create' || use === 'remove' ? 'write' : 'text';
}

/** Writes one flag in one of its spellings. */
export function writeFlag(writer: Writer, flag: Flag, all: readonly Flag[], isSingleDash: boolean): string {
  const { random } = writer;
  const { name, takes } = flag;
  if (isSingleDash) return takes === 'none' ? `-${name}` : `-${name} ${flagValue(writer, takes)}`;
  const dashes = name.length === 1 ? '-' : '--';
  if (takes === 'none') return name.length > 1 ? `--${abbreviated(random, name)}` : `-${clustered(random, name, all)}`;
  if (takes === 'pair') return `${dashes}${name} a ${writer.plainPath()}`;
  const value = flagValue(writer, takes);
  if (name.length === 1) return `-${clustered(random, name, all)}${takes === 'attached' || random.chance(0.55) ? value : ` ${value}`}`;
  return `--${abbreviated(random, name)}${takes === 'attached' || random.chance(0.65) ? '=' : ' '}${value}`;
}

function abbreviated(random: Random, name: string): string {
  return random.chance(0.35) ? name.slice(0, Math.max(2, Math.ceil(name.length * random.next()))) : name;
}

/** Writes it after others that take no value, as in `-nro`. */
function clustered(random: Random, name: string, all: readonly Flag[]): string {
  const others = all.filter((one) => one.takes === 'none' && one.name.length === 1).map((one) => one.name);
  return others.length === 0 || random.chance(0.7) ? name : random.times(1 + random.below(2), () => random.pick(others)).join('') + name;
}

function flagValue(writer: Writer, takes: Taken): string {
  const { random } = writer;
  switch (takes) {
    case 'read':
      return writer.plainPath();
    case 'write':
      return writer.plainWritten();
    case 'program':
      return random.pick(['cat', './tool.sh', 'sh', 'evil', "'cat .env'", "'sh -c id'"]);
    case 'number':
      return String(1 + random.below(3));
    case 'folder':
      return writer.folderName();
    case 'pattern':
      return writer.pattern();
    case 'attached':
      return random.pick(['', '2', 'x', 'auto', '.bak', 'AGENTS.md', '.env']);
    default:
      return random.pick(['1', '2', '3', "','", 'x', 'a', "'*.ts'", "'*'", "'.e*'", '.env', 'auto', '1,2']);
  }
}
