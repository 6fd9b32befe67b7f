import type { Word } from 'unbash';
import { type ReadWord, readWord, type ShellWord } from './shell-word.ts';

/** Maximum length of a loop's list that is judged word by word. */
const MOST_WORDS = 8;
/** Commands that could give the loop variable a value outside its list. */
const SETS_VARIABLES =
  /\b(?:read|declare|local|typeset|export|readonly|unset|mapfile|readarray|getopts|eval|source|let|select|coproc|(?:printf|wait)\s+-[vp])\b|(?:^|[\s;&|])\.\s/;

/** Variables that a shell sets itself, some only in tests. */
const SET_BY_SHELLS =
  /^(?:_|m?match|m(?:begin|end)|status|pipestatus|argv|reply|replies|words|current|LINENO|SECONDS|RANDOM|SRANDOM|EPOCH\w+|MATCH|M(?:BEGIN|END)|REPLY|OPT\w+|OLDPWD|PWD|MAPFILE|COPROC\w*|BASH\w*|PIPESTATUS|DIRSTACK|COLUMNS|LINES)$/;

/** Removes quoting: the shell treats `r\ead`, `'read'` and a name split by a line continuation like the plain name. */
function unquoted(source: string): string {
  return source.replace(/\\\n|["'\\]/g, '');
}

/** Returns true if anything in the text except the single loop may set the variable. */
function mayBeSet(name: string, source: string): boolean {
  const loops = [...source.matchAll(new RegExp(`\\bfor\\s+${name}\\b`, 'g'))].length;
  // `$f = x` compares, in a test.
  const assigned = `(?<![$\\w{])${name}(?:\\[[^\\]]*\\])?\\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\\{${name}(?:\\[[^\\]]*\\])?:?=`;
  const sets = new RegExp(`${assigned}|\\+\\+|--\\s*${name}\\b|\\b${name}\\s*--`);
  return loops !== 1 || SETS_VARIABLES.test(source) || sets.test(source);
}

/** The variables of loops with a known list, each with the word of the current iteration. */
export class LoopWords {
  readonly #words = new Map<string, ShellWord>();

  set(name: string, word: ShellWord): void {
    this.#words.set(name, word);
  }

  delete(name: string): void {
    this.#words.delete(name);
  }

  /** Returns the variable's values in order, or null if it can have others. `source` is all text that may set it. */
  listOf(name: string, wordlist: readonly Word[], source: string): ShellWord[] | null {
    if (SET_BY_SHELLS.test(name) || mayBeSet(name, source) || mayBeSet(name, unquoted(source))) return null;
    if (wordlist.length === 0 || wordlist.length > MOST_WORDS) return null;
    const words = wordlist.map((word) => readWord(word).word);
    return words.every(({ kind }) => kind !== 'unknown') ? words : null;
  }

  /** A quoted variable is one word; an unquoted one is used only if the shell would neither split it nor treat it as a pattern. */
  read(word: Word): ReadWord {
    const [, quote, plain, braced] = /^("?)\$(?:(\w+)|\{(\w+)\})\1$/.exec(word.text) ?? [];
    const known = this.#words.get(plain ?? braced ?? '');
    if (known === undefined || known.kind === 'unknown') return readWord(word);
    if (quote === '' && !(known.kind === 'literal' && /^[\w./-]+$/.test(known.value))) return readWord(word);
    return { word: { ...known, text: word.text }, scripts: [] };
  }
}
