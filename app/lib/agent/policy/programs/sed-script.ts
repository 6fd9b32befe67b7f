import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { type Judging, judgeUse } from './judge-use.ts';

/** Sed edits a stream but can also run commands and write files; with -i it writes its operands. */
export function checkSed(read: ReadArguments, judging: Judging): Reason | null {
  const isGiven = read.flags.has('e') || read.flags.has('expression');
  const [first] = read.operands;
  const scripts = read.uses.filter(({ use, word }) => use === 'text' && (isGiven || word === first));
  if (scripts.length === 0) return because('it has no script');
  for (const { word, value } of scripts) {
    if (word.kind !== 'literal') return because('its script is only known when it runs');
    if (!isPlainScript(value)) return because('its script can run commands or write files');
  }
  if (!read.flags.has('i') && !read.flags.has('in-place')) return null;
  const ending = read.attached.get('i') ?? read.attached.get('in-place') ?? '';
  if (!/^[\w.~-]*$/.test(ending)) return because('it keeps the old file under a name that only it knows');
  for (const { word, value, use } of read.uses) {
    if (use !== 'read') continue;
    const kept: ShellWord = word.kind === 'glob' ? { ...word, pattern: `${word.pattern}${ending}` } : word;
    const why = judgeUse('write', word, value, judging) ?? (ending === '' ? null : judgeUse('write', kept, `${value}${ending}`, judging));
    if (why !== null) return why;
  }
  return null;
}

/** Allows only commands that print, delete, move lines and replace text. */
function isPlainScript(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (found === null) return false;
    at = pattern.lastIndex;
    return true;
  };
  while (at < script.length) {
    if (skip(/[\s;{}]+/y)) continue;
    if (skip(ADDRESS)) skip(/\s*,\s*[+~]?/y) && skip(ADDRESS);
    skip(/\s*!?\s*/y);
    if (skip(/[pdqQ=nNgGhHxDPlz](?:[ \t]*\d+)?[ \t]*(?=[;}\n]|$)/y) || skip(/\{/y)) continue;
    if (skip(/[aic](?:\\\n|\\?[ \t]*)[^\n\\]*(?=\n|$)/y)) continue;
    if (skip(/s([^\\\n\w\s])(?:\\[\s\S]|(?!\1)[^\\\n])*\1(?:\\[\s\S]|(?!\1)[^\\\n])*\1[gpiI\d]*[ \t]*(?=[;}\n]|$)/y)) continue;
    if (skip(/y([^\\\n\w\s])(?:\\[\s\S]|(?!\1)[^\\\n])*\1(?:\\[\s\S]|(?!\1)[^\\\n])*\1[ \t]*(?=[;}\n]|$)/y)) continue;
    return false;
  }
  return true;
}

const ADDRESS = /(?:\d+(?:~\d+)?|\$|\/(?:\\[\s\S]|[^\\/\n])*\/[I]?)/y;
