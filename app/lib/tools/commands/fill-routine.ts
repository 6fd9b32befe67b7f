export type FilledRoutine = { ok: true; command: string } | { ok: false; why: string };

/**
 * Replaces `$1`, `$2`… and `$*` with the given words, each quoted for its position, so that a word can never be more than a word. `\\$1` is
 * kept. Inside a substitution or here-document the quoting cannot be determined, so the routine is refused.
 */
export function fillRoutine(command: string, args: string): FilledRoutine {
  const words = splitWords(args);
  if (words === null) return { ok: false, why: 'A quote in the arguments has no end.' };
  const filled = fillIn(command, words);
  const missing = filled.used.find((place) => place > words.length);
  if (missing !== undefined) return { ok: false, why: `It needs ${missing} ${missing === 1 ? 'argument' : 'arguments'}: ${command}` };
  if (words.length > 0 && filled.used.length === 0 && !filled.takesAll) return { ok: false, why: `It takes no arguments: ${command}` };
  if (words.length > 0 && /`|\$[({]|<</.test(command)) {
    return { ok: false, why: `Arguments cannot be put safely into a command with substitutions: ${command}` };
  }
  // Handles `npm run x -- $*` without words.
  const text = words.length === 0 ? filled.text.replace(/\s+--\s*$/, '') : filled.text;
  return { ok: true, command: text.trim() };
}

interface Filled {
  text: string;
  used: number[];
  takesAll: boolean;
}

function fillIn(command: string, words: readonly string[]): Filled {
  const filled: Filled = { text: '', used: [], takesAll: false };
  let quote: '' | '"' | "'" = '';
  for (let at = 0; at < command.length; ) {
    const place = /^\$([1-9]|\*)/.exec(command.slice(at, at + 2))?.[1];
    const character = command[at] ?? '';
    if (character === '\\' && quote !== "'") {
      filled.text += command.slice(at, at + 2);
      at += 2;
    } else if (place !== undefined) {
      const given = place === '*' ? words : words.slice(Number(place) - 1, Number(place));
      if (place === '*') filled.takesAll = true;
      else filled.used.push(Number(place));
      filled.text += given.map((word) => quoted(word, quote)).join(' ');
      at += 2;
    } else {
      if (character === '"' || character === "'") quote = quote === '' ? character : quote === character ? '' : quote;
      filled.text += character;
      at++;
    }
  }
  return filled;
}

/** Quotes a word so that the shell reads it literally, outside quotes or within the open quotes. */
function quoted(word: string, open: '' | '"' | "'"): string {
  const single = `'${word.replaceAll("'", `'\\''`)}'`;
  if (open === '') return /^[\w./:=@%+,-]+$/.test(word) ? word : single;
  // Close the routine's own quotes before the word and reopen them after it.
  return `${open}${single}${open}`;
}

/** Splits text into words like a shell, without any other interpretation; null for an unterminated quote. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
