import type { Word } from 'unbash';
import { type ReadWord, readWord, type ShellWord } from './shell-word.ts';

/** Words of a loop's list that are gone through one by one. */
const MOST_WORDS = 8;
/** Commands that could give the loop's variable a value that is not in its list. */
const SETS_VARIABLES =
  /\b(?:read|declare|local|typeset|export|readonly|unset|mapfile|readarray|getopts|eval|source|let|select|printf\s+-v)\b|(?:^|[\s;&|])\.\s/;

/** The variables of loops whose list is known, each with the word of this round. */
export class LoopWords {
  readonly #words = new Map<string, ShellWord>();

  set(name: string, word: ShellWord): void {
    this.#words.set(name, word);
  }

  delete(name: string): void {
    this.#words.delete(name);
  }

  /** The variable's values in order, or null if it can have others. `source`: all that may set it. */
  listOf(name: string, wordlist: readonly Word[], source: string): ShellWord[] | null {
    const loops = [...source.matchAll(new RegExp(`\\bfor\\s+${name}\\b`, 'g'))].length;
    const sets = new RegExp(`\\b${name}(?:\\[[^\\]]*\\])?(?:[-+*/%&|^:]|<<|>>)?=|\\+\\+|--\\s*${name}\\b`);
    if (loops !== 1 || SETS_VARIABLES.test(source) || sets.test(source)) return null;
    if (wordlist.length === 0 || wordlist.length > MOST_WORDS) return null;
    const words = wordlist.map((word) => readWord(word).word);
    return words.every(({ kind }) => kind !== 'unknown') ? words : null;
  }

  /** In quotes the variable is one word; without them only what the shell would neither split nor take for a pattern. */
  read(word: Word): ReadWord {
    const [, quote, plain, braced] = /^("?)\$(?:(\w+)|\{(\w+)\})\1$/.exec(word.text) ?? [];
    const known = this.#words.get(plain ?? braced ?? '');
    if (known === undefined || known.kind === 'unknown') return readWord(word);
    if (quote === '' && !(known.kind === 'literal' && /^[\w./-]+$/.test(known.value))) return readWord(word);
    return { word: { ...known, text: word.text }, scripts: [] };
  }
}
