import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import { isShell } from '../parse/wrappers.ts';
import { HOME_FOLDER } from '../paths/home-folder.ts';
import { removesWholeTree, rightsOfWholeTree, StartFolder } from '../paths/whole-tree-changes.ts';
import type { PolicyContext } from '../policy-decision.ts';
import { machineHarmOf } from './machine-blocks.ts';

/** Programs that can only do harm here. */
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
const RUNS_NEXT: ReadonlySet<string> = new Set(['exec', 'command', 'builtin', 'sudo', 'doas', 'env', 'nohup', 'time', 'setsid', 'eval']);
const DUMPERS: ReadonlySet<string> = new Set(['env', 'printenv', 'declare', 'export', 'set', 'typeset']);
const DISKS = /^(?:of=)?\/dev\/(?:sd|hd|vd|nvme|xvd|mmcblk|disk|mapper|mem|kmem)/;

/** Why the whole command is blocked, and the harmful part; the other parts are judged separately. */
export interface Block {
  why: Reason;
  part: CommandPart;
}

/** Returns why only a user in their own terminal may run this; null if it is not blocked. */
export function blockOf(
  parts: readonly CommandPart[],
  { projectRoot, machine = null }: Pick<PolicyContext, 'projectRoot' | 'machine'>,
): Block | null {
  const start = new StartFolder(projectRoot, machine?.home ?? HOME_FOLDER);
  for (const part of parts) {
    const why = harmOf(part, start) ?? (machine === null ? null : machineHarmOf(part, machine, start));
    if (why !== null) return { why, part };
    start.pass(part);
  }
  const runner = parts.find((part, index) => runsOutputOf(isDecoder, part, index, parts));
  if (runner !== undefined) return { why: because('it runs a program that is hidden in an encoding'), part: runner };
  return blockOfSender(parts);
}

function blockOfSender(parts: readonly CommandPart[]): Block | null {
  const sender = parts.find(isSender);
  if (sender === undefined) return null;
  const runner = parts.find((part, index) => runsOutputOf(isSender, part, index, parts)) ?? runsDownload(parts);
  if (runner !== undefined) return { why: because('it runs a program straight from the network'), part: runner };
  if (parts.some(dumpsEnvironment)) return { why: because('it sends the environment out'), part: sender };
  if (parts.some(namesSecret)) return { why: because('it may send secrets out'), part: sender };
  return null;
}

/** Returns the last segment of a program named by its path. */
function nameOf(part: CommandPart): string {
  return (programOf(part) ?? '').replace(/^.*\//, '');
}

function isSender(part: CommandPart): boolean {
  return SENDERS.has(nameOf(part)) || part.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target?.text ?? ''));
}

function harmOf(part: CommandPart, start: StartFolder): Reason | null {
  const name = nameOf(part);
  if (part.isBomb === true) return because('it starts itself without end');
  if (FORMATTERS.test(name)) return because('it formats a disk');
  if (overwritesDisk(name, part)) return because('it overwrites a disk');
  if (name === 'kill' && part.words.slice(2).some(({ text }) => text === '-1')) return because('it ends every program there is');
  if (removesWholeTree(name, part, start)) return because('it removes the whole project or home folder');
  return rightsOfWholeTree(name, part, start) ? because('it changes the rights of the whole system or home folder') : null;
}

function overwritesDisk(name: string, part: CommandPart): boolean {
  if (part.redirects.some(({ operator, target }) => operator !== '<' && target?.kind === 'literal' && DISKS.test(target.value)))
    return true;
  const words = roughWordsOf(part);
  if (name === 'dd') return words.some((word) => word.startsWith('of=') && DISKS.test(word));
  const written = name === 'cp' || name === 'mv' ? words.slice(-1) : words.slice(1);
  return OVERWRITERS.has(name) && written.some((word) => DISKS.test(word));
}

/** Returns true for programs that decode unreadable text. */
function isDecoder(part: CommandPart): boolean {
  const words = roughWordsOf(part).slice(1);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  switch (nameOf(part)) {
    case 'base64':
    case 'base32':
    case 'basenc':
      return has(/^-[a-z]*[dD]|^--d/);
    case 'xxd':
      return has(/^-[a-z]*r/);
    case 'openssl':
      return has(/^-(?:d|decrypt)$/);
    case 'uudecode':
      return true;
    default:
      return false;
  }
}

/** Returns true for an interpreter after such a program in a pipeline or with words from its output, or a command named by that output. */
function runsOutputOf(isSource: (part: CommandPart) => boolean, part: CommandPart, index: number, parts: readonly CommandPart[]): boolean {
  const name = nameOf(part);
  const isRunner = isShell(name) || RUNNERS.has(name);
  if (!isRunner && !isNamedByOutput(part)) return false;
  return parts.some((other, at) => {
    if (!isSource(other)) return false;
    if (isRunner && other.pipeline === part.pipeline && at < index) return true;
    return isWithin(other, part);
  });
}

/** Matches `$(…)` in place of a program, also after programs that run another one. */
function isNamedByOutput({ words: [first, second] }: CommandPart): boolean {
  const isOutput = (text: string | undefined) => text !== undefined && /^"?(?:\$\(|`)/.test(text);
  return isOutput(first?.text) || (first?.kind === 'literal' && RUNS_NEXT.has(first.value) && isOutput(second?.text));
}

/** Returns true if the output of one becomes words of the other, or of what runs the other. */
function isWithin(part: CommandPart, other: CommandPart): boolean {
  for (let outer = part.within; outer !== null; outer = outer.within) {
    for (let one: CommandPart | undefined = other; one !== undefined; one = one.wrapper) if (outer === one) return true;
  }
  return false;
}

/** Returns the part that runs a previously downloaded file. */
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

/** Any word of a sender may name the file that it writes. */
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
