import { type CommandPart, programOf, roughWordsOf } from './command-part.ts';
import { isSecretPath } from './protected-paths.ts';
import { isShell } from './wrappers.ts';

/** Programs that only ever harm here. */
const FORMATTERS = /^(?:mkfs(?:\..+)?|fdisk|sfdisk|wipefs|parted|mkswap)$/;
const SENDERS: ReadonlySet<string> = new Set(
  'curl wget nc ncat netcat socat telnet ftp scp sftp rsync nslookup dig host drill http https xh ssh ping'.split(' '),
);
const RUNNERS: ReadonlySet<string> = new Set(
  'node nodejs python python2 python3 perl ruby php lua deno bun tsx fish pwsh source . eval'.split(' '),
);
const DUMPERS: ReadonlySet<string> = new Set(['env', 'printenv', 'declare', 'export', 'set', 'typeset']);
const SYSTEM_FOLDERS = /^\/(?:home|root|etc|usr|var|bin|sbin|lib|lib64|opt|boot)$/;
const DISKS = /^\/dev\/(?:sd|hd|vd|nvme|xvd|mmcblk|disk|mapper|mem|kmem)/;

/** Why nobody but a person in a terminal of his own may run this; null when it is not so. */
export function blockOf(parts: readonly CommandPart[], projectRoot: string): string | null {
  for (const part of parts) {
    const why = harmOf(part, projectRoot);
    if (why !== null) return why;
  }
  const senders = parts.filter((part) => SENDERS.has(nameOf(part)));
  if (senders.length === 0) return null;
  if (parts.some((part, index) => runsFromNetwork(part, index, parts))) return 'it runs a program straight from the network';
  if (parts.some(dumpsEnvironment)) return 'it sends the environment out';
  if (parts.some(namesSecret)) return 'it may send secrets out';
  return null;
}

/** Of a program that is named by its path the last segment. */
function nameOf(part: CommandPart): string {
  return (programOf(part) ?? '').replace(/^.*\//, '');
}

function harmOf(part: CommandPart, projectRoot: string): string | null {
  const name = nameOf(part);
  if (part.isBomb === true) return 'it starts itself without end';
  if (FORMATTERS.test(name)) return 'it formats a disk';
  const words = roughWordsOf(part);
  if (name === 'dd' && words.some((word) => DISKS.test(word.replace(/^of=/, '')))) return 'it overwrites a disk';
  if (part.redirects.some(({ operator, target }) => operator !== '<' && target?.kind === 'literal' && DISKS.test(target.value)))
    return 'it overwrites a disk';
  const removes =
    name === 'rm'
      ? words.some((word) => /^-[a-zA-Z]*[rR]|^--r/.test(word))
      : name === 'rimraf' || (name === 'find' && words.includes('-delete'));
  const firstTest = name === 'find' ? words.findIndex((word, index) => index > 0 && /^[-(!]/.test(word)) : -1;
  const targets = words.slice(1, firstTest === -1 ? undefined : firstTest).filter((word) => name !== 'find' || word !== '.');
  return removes && targets.some((word) => isWholeTree(word, part, projectRoot)) ? 'it removes the whole project or home folder' : null;
}

function isWholeTree(word: string, part: CommandPart, projectRoot: string): boolean {
  const bare = word.replace(/^(["'])(.*)\1$/s, '$2');
  if (bare.startsWith('-') || bare === '') return false;
  if (/^(?:~[\w+-]*|\$\{?(?:HOME|PWD)\}?|\/)(?:\/+\.?\*?)*$/.test(bare)) return true;
  const path = bare.replace(/(?:^|\/)\.?\*$/, '');
  const folders = part.place ?? [];
  const starts = bare.startsWith('/') ? [''] : folders.map((folder) => `${projectRoot}/${folder}`);
  const wholes = starts.map((start) => absolutePath(`${start}/${path}`));
  return (
    wholes.some((whole) => SYSTEM_FOLDERS.test(whole) || `${projectRoot}/`.startsWith(`${whole}/`)) ||
    (starts.length === 0 && /^(?:\.\.\/?)+$/.test(path))
  );
}

function absolutePath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept.map((segment) => `/${segment}`).join('');
}

/** A shell behind a sender in one pipeline, or one whose words come from a sender. */
function runsFromNetwork(part: CommandPart, index: number, parts: readonly CommandPart[]): boolean {
  const name = nameOf(part);
  if (!isShell(name) && !RUNNERS.has(name)) return false;
  return parts.some((other, at) => {
    if (!SENDERS.has(nameOf(other))) return false;
    if (other.pipeline === part.pipeline && at < index) return true;
    for (let outer = other.within; outer !== null; outer = outer.within) if (outer === part) return true;
    return false;
  });
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
