import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { RealMachine } from '../../../runtime/types.ts';
import type { CommandPart } from '../parse/command-part.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { type Privacy, privacyOf } from '../paths/private-words.ts';
import type { StartFolder } from '../paths/whole-tree-changes.ts';

const KEYS = because('it reads keys or histories of yours');
const KEYS_WITHIN = because('it goes through a folder that holds keys or histories of yours');

/** Programs that run code in which a path may be put together. */
const CODE = /^(?:node|nodejs|python[\d.]*|perl|ruby|php|lua|deno|bun)$/;
/** Such a path within code: `homedir() + '/.ssh/id_rsa'`. */
const PRIVATE_IN_CODE = /(?<![\w.])\.(?:ssh|gnupg|aws|password-store|mozilla)\/[\w*?.-]/;
const ARCHIVERS = /^(?:zip|7za?|7zz|rar|cpio|pax|rclone|restic|borg|duplicity)$/;
const COPIERS = /^(?:cp|scp|rsync)$/;

/** Returns why a command that names the user's private files is never run; null if it names nothing of that kind. */
export function harmOfPrivate(name: string, part: CommandPart, { home }: RealMachine, start: StartFolder): Reason | null {
  const from = start.of(part);
  const words = part.words.slice(1).map(writtenForm);
  const named = [...words, ...part.redirects.flatMap(({ target }) => (target === null ? [] : [writtenForm(target)]))];
  if (named.some((word) => privacyOf(word, from, home) === 'is')) return KEYS;
  if (CODE.test(name) && words.some((word) => PRIVATE_IN_CODE.test(word))) return KEYS;
  if (name === 'ps' && /^[a-zA-Z]*e[a-zA-Z]*$/.test(words[0] ?? '')) return KEYS;
  return goesThrough(name, words, from, home).some((privacy) => privacy !== 'no') ? KEYS_WITHIN : null;
}

/** A word with its wildcards; what is known only when it runs is as it is written. */
function writtenForm(word: ShellWord): string {
  return word.kind === 'glob' ? word.pattern : word.kind === 'literal' ? word.value : word.text;
}

/** Returns what the folders are that a program reads with all that is in them. */
function goesThrough(name: string, words: readonly string[], from: readonly string[], home: string): Privacy[] {
  const has = (flag: RegExp) => words.some((word) => flag.test(word));
  const operands = words.filter((word) => !word.startsWith('-'));
  const all = (paths: readonly string[]) => paths.map((path) => privacyOf(path, from, home));
  if (ARCHIVERS.test(name)) return all(operands);
  if (COPIERS.test(name)) return name === 'rsync' || has(/^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/) ? all(operands.slice(0, -1)) : [];
  if (name === 'tar' || name === 'bsdtar') {
    if (!/^-?[a-zA-Z]*[cru]/.test(words[0] ?? '') && !has(/^-[a-zA-Z]*c|^--(?:create|append|update)$/)) return [];
    const folder = folderOfTar(words);
    return all(folder === null ? operands : operands.flatMap((word) => (word === folder ? [] : [`${folder}/${word}`])));
  }
  if (/^[efz]?grep$/.test(name) && has(/^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive|^--directories=recurse/))
    return all([...operands.slice(1), ...(operands.length < 2 ? ['.'] : [])]);
  // Both leave out hidden files unless a flag includes them.
  if ((name === 'rg' || name === 'ag') && has(/^--hidden|^-[a-zA-Z]*[u.]|^--unrestricted|^--no-ignore/))
    return all([...operands.slice(1), '.']);
  if (name === 'find' && has(/^-(?:exec|execdir|ok|okdir)$/)) return all(operands.slice(0, 1));
  return name === 'diff' && has(/^-[a-zA-Z]*r|^--recursive/) ? all(operands) : [];
}

function folderOfTar(words: readonly string[]): string | null {
  const at = words.findIndex((word) => word === '-C' || word === '--directory');
  return at === -1
    ? (words.find((word) => word.startsWith('--directory='))?.slice('--directory='.length) ?? null)
    : (words[at + 1] ?? null);
}
