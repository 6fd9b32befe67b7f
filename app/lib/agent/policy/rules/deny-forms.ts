import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';

/** Returns the spellings of a part that a deny rule must recognise. */
export function denyForms(part: CommandPart): string[][] {
  const words = roughWordsOf(part);
  const name = programOf(part);
  const forms = spellings(words);
  // Well-known programs run nothing else; any other program may run its operands.
  const isKnown = name !== null && (PROGRAM_TABLE.has(name) || name === 'git' || name === 'npm');
  const isPlain = isKnown && !words.some((word) => /^--?(?:exec(?:dir|-batch)?|ok(?:dir)?|pre|x|X)$/.test(word));
  if (!isPlain || part.wraps) forms.push(...hiddenForms(words, 0));
  return forms;
}

/** Approximates the words of an unparsable command: for denying only, never for allowing. */
export function roughForms(text: string): string[][] {
  return hiddenForms(roughWords(text), 0);
}

/** Approximates the commands of an unparsable text: for blocking only. */
export function roughParts(text: string): CommandPart[] {
  return text
    .slice(0, LONGEST_ROUGH)
    .split(/[;&|\n(){}`]+/)
    .map((piece): CommandPart => {
      const values = piece.split(/[\s"'\\]+/).filter((value) => value !== '');
      const words = values.map((value) => ({ kind: 'literal' as const, value, text: value }));
      return { text: piece, words, assignments: [], redirects: [], place: [''], asks: null, wraps: false, pipeline: 1, within: null };
    })
    .filter((part) => part.words.length > 0);
}

const LONGEST_ROUGH = 20_000;

function spellings(words: readonly string[]): string[][] {
  const [program = '', ...rest] = words;
  const name = program.replace(/^.*\//, '');
  const forms = [[...words], [name, ...rest]];
  const first = rest.findIndex((word) => !word.startsWith('-'));
  // Options may precede the subcommand, with or without a value.
  if (first > 0) forms.push([name, ...rest.slice(first)], [name, ...rest.slice(first + 1)]);
  if (first > 0) forms.push([name, ...rest.filter((word) => !word.startsWith('-'))]);
  for (let at = Math.max(first, 0) + 1; first > 0 && at < Math.min(rest.length, 8); at++) forms.push([name, ...rest.slice(at)]);
  return forms;
}

/** Returns each tail of the words, and the words inside each word. */
function hiddenForms(words: readonly string[], depth: number): string[][] {
  const forms: string[][] = [];
  for (let start = 0; start < Math.min(words.length, 40); start++) forms.push(...spellings(words.slice(start)));
  if (depth < 3) for (const word of words) if (/\s/.test(word)) forms.push(...hiddenForms(roughWords(word), depth + 1));
  return forms;
}

function roughWords(text: string): string[] {
  return text.split(/[\s;&|(){}<>`$'"\\]+/).filter((word) => word !== '');
}
