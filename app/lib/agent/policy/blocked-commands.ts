import { isSecretPath } from '../../protocol/secret-path.ts';
import { type CommandPart, programOf, roughWordsOf } from './command-part.ts';
import { removesWholeTree, rightsOfWholeTree, StartFolder } from './whole-trees.ts';
import { isShell } from './wrappers.ts';

/** Programs that only ever harm here. */
const FORMATTERS = /^(?:mkfs(?:\..+)?|mke2fs|mkdosfs|mkntfs|newfs|fdisk|sfdisk|gdisk|wipefs|parted|mkswap|blkdiscard)$/;
const OVERWRITERS: ReadonlySet<string> = new Set(['shred', 'tee', 'cp', 'mv', 'badblocks', 'hdparm']);
const SENDERS: ReadonlySet<string> = new Set(
  'curl wget nc ncat netcat socat telnet ftp lftp tftp scp sftp rsync nslookup dig host drill getent http https xh curlie ssh ping websocat sendmail mail mailx'.split(
    ' ',
  ),
);
const RUNNERS: ReadonlySet<string> = new Set(
  'node nodejs python python2 python3 perl ruby php lua deno bun tsx fish pwsh source . eval'.split(' '),
);
const DUMPERS: ReadonlySet<string> = new Set(['env', 'printenv', 'declare', 'export', 'set', 'typeset']);
const DISKS = /^(?:of=)?\/dev\/(?:sd|hd|vd|nvme|xvd|mmcblk|disk|mapper|mem|kmem)/;

/** Why the whole may not run, and the part that would do the harm; what stands beside it is judged for itself. */
export interface Block {
  why: string;
  part: CommandPart;
}

/** Why nobody but a person in a terminal of his own may run this; null when it is not so. */
export function blockOf(parts: readonly CommandPart[], projectRoot: string): Block | null {
  const start = new StartFolder(projectRoot);
  for (const part of parts) {
    const why = harmOf(part, start);
    if (why !== null) return { why, part };
    start.pass(part);
  }
  const sender = parts.find(isSender);
  if (sender === undefined) return null;
  const runner = parts.find((part, index) => runsFromNetwork(part, index, parts)) ?? runsDownload(parts);
  if (runner !== undefined) return { why: 'it runs a program straight from the network', part: runner };
  if (parts.some(dumpsEnvironment)) return { why: 'it sends the environment out', part: sender };
  if (parts.some(namesSecret)) return { why: 'it may send secrets out', part: sender };
  return null;
}

/** Of a program that is named by its path the last segment. */
function nameOf(part: CommandPart): string {
  return (programOf(part) ?? '').replace(/^.*\//, '');
}

function isSender(part: CommandPart): boolean {
  return SENDERS.has(nameOf(part)) || part.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target?.text ?? ''));
}

function harmOf(part: CommandPart, start: StartFolder): string | null {
  const name = nameOf(part);
  if (part.isBomb === true) return 'it starts itself without end';
  if (FORMATTERS.test(name)) return 'it formats a disk';
  if (overwritesDisk(name, part)) return 'it overwrites a disk';
  if (removesWholeTree(name, part, start)) return 'it removes the whole project or home folder';
  return rightsOfWholeTree(name, part, start) ? 'it changes the rights of the whole system or home folder' : null;
}

function overwritesDisk(name: string, part: CommandPart): boolean {
  if (part.redirects.some(({ operator, target }) => operator !== '<' && target?.kind === 'literal' && DISKS.test(target.value)))
    return true;
  const words = roughWordsOf(part);
  if (name === 'dd') return words.some((word) => word.startsWith('of=') && DISKS.test(word));
  const written = name === 'cp' || name === 'mv' ? words.slice(-1) : words.slice(1);
  return OVERWRITERS.has(name) && written.some((word) => DISKS.test(word));
}

/** A shell behind a sender in one pipeline, or one whose words come from a sender. */
function runsFromNetwork(part: CommandPart, index: number, parts: readonly CommandPart[]): boolean {
  const name = nameOf(part);
  if (!isShell(name) && !RUNNERS.has(name)) return false;
  return parts.some((other, at) => {
    if (!isSender(other)) return false;
    if (other.pipeline === part.pipeline && at < index) return true;
    for (let outer = other.within; outer !== null; outer = outer.within) if (outer === part) return true;
    return false;
  });
}

/** What runs a file that was fetched before it. */
function runsDownload(parts: readonly CommandPart[]): CommandPart | undefined {
  const fetched = new Set<string>();
  for (const part of parts) {
    const name = nameOf(part);
    const [program = '', ...words] = roughWordsOf(part).map(fileName);
    const runs = isShell(name) || RUNNERS.has(name) ? words : [program];
    if (!SENDERS.has(name) && runs.some((word) => fetched.has(word))) return part;
    if (SENDERS.has(name)) for (const file of filesOf(part, words)) fetched.add(file);
  }
  return undefined;
}

/** Every word of a sender may be the name of the file it writes. */
function filesOf(part: CommandPart, words: readonly string[]): string[] {
  const targets = part.redirects.map(({ target }) => fileName(target?.text ?? ''));
  return [...words.flatMap((word) => [word, word.replace(/^-o|^--output(?:-document)?=/, '')]), ...targets].filter(
    (word) => word !== '' && !word.startsWith('-'),
  );
}

function fileName(word: string): string {
  return word.replace(/[?#].*$/, '').replace(/^.*\//, '');
}

function dumpsEnvironment(part: CommandPart): boolean {
  const name = nameOf(part);
  if (!DUMPERS.has(name)) return false;
  return name === 'env' || name === 'printenv'
    ? !part.words.slice(1).some((word) => !/^-|=/.test(word.text)) || name === 'printenv'
    : part.words.length === 1 || part.words[1]?.text === '-p';
}

function namesSecret(part: CommandPart): boolean {
  const words = [
    ...roughWordsOf(part),
    ...part.redirects.map(({ target }) => (target?.kind === 'unknown' ? target.text : (target?.value ?? ''))),
  ];
  return words.some(
    (word) =>
      word.split(/[\s=@:,;"'`(){}]+/).some((piece) => piece !== '' && !/^process\.env/.test(piece) && isSecretPath(piece)) ||
      /\$\{?\w*(?:key|token|secret|passw)/i.test(word),
  );
}
