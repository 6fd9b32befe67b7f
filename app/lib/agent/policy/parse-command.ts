import { type Command, forEachChild, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';

/** A command cut into what the policy can judge. */
export type ParsedCommand =
  /** One program with plain words: what stands here is what runs. */
  | { status: 'simple'; words: readonly string[] }
  /** Understood as several, or as one with redirections, variables and the like; `parts` are the simple commands in it. */
  | { status: 'compound'; why: string; parts: readonly { text: string; words: readonly string[] | null }[] }
  /** Not understood. */
  | { status: 'opaque'; why: string };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 150;
/** Beyond tab, newline and blank every control, format, surrogate, private and odd space character. */
const ODD_CHARACTERS = /(?![\t\n ])[\p{C}\p{Z}]/u;

export function parseCommand(source: string): ParsedCommand {
  if (source.trim() === '') return { status: 'opaque', why: 'the command is empty' };
  if (source.length > MAX_LENGTH) return { status: 'opaque', why: `the command is longer than ${MAX_LENGTH} characters` };
  const odd = ODD_CHARACTERS.exec(source);
  if (odd !== null) return { status: 'opaque', why: `it holds the character ${codePoint(odd[0])}, which does not show` };
  try {
    return parsed(source);
  } catch {
    return { status: 'opaque', why: 'the shell parser could not read it' };
  }
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function parsed(source: string): ParsedCommand {
  const script = parse(source);
  if ((script.errors?.length ?? 0) > 0) return { status: 'opaque', why: 'the shell parser could not read it' };
  const [first, ...rest] = script.commands;
  if (first === undefined) return { status: 'opaque', why: 'there is no command in it' };
  const { command } = first;
  if (rest.length === 0 && first.background !== true && command.type === 'Command' && isAlone(command, source)) {
    const words = plainWords(command, source);
    if (words !== null) return { status: 'simple', words };
  }
  const parts: CommandPart[] = [];
  collectCommands(script, source, parts, 0);
  return { status: 'compound', why: whyCompound(command, rest.length > 0 || first.background === true), parts };
}

interface CommandPart {
  text: string;
  /** Null when a word's value is not known before it runs. */
  words: readonly string[] | null;
}

/** Nothing but blanks stands around the command: what the parser passed over it may have passed over wrongly. */
function isAlone(command: Command, source: string): boolean {
  return source.slice(0, command.pos).trim() === '' && source.slice(command.end).trim() === '';
}

/** The words as the program gets them; null unless each is plain and nothing else belongs to the command. */
function plainWords(command: Command, source: string): string[] | null {
  if (command.name === undefined || command.prefix.length > 0) return null;
  const words: string[] = [];
  let end = command.name.pos;
  for (const node of [command.name, ...command.suffix]) {
    if (node.type !== 'Word' || source.slice(end, node.pos).trim() !== '') return null;
    const value = plainWord(node);
    if (value === null) return null;
    words.push(value);
    end = node.end;
  }
  return words;
}

/** Characters that mean themselves outside quotes, wherever they stand. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./^-]*$/u;

function plainWord(word: Word): string | null {
  // zsh takes `=name` for a path.
  if (word.text.startsWith('=')) return null;
  if (word.parts === undefined) return PLAIN.test(word.text) && word.value === word.text ? word.value : null;
  let value = '';
  for (const part of word.parts) {
    const piece = plainPart(part);
    if (piece === null) return null;
    value += piece;
  }
  return value;
}

function plainPart(part: WordPart): string | null {
  switch (part.type) {
    case 'Literal':
      return PLAIN.test(part.text) ? part.value : null;
    case 'SingleQuoted':
      return part.value;
    case 'DoubleQuoted':
      return part.parts.every((child) => child.type === 'Literal' && !/[\\`!$]/.test(child.text))
        ? part.parts.map((child) => (child.type === 'Literal' ? child.value : '')).join('')
        : null;
    default:
      return null;
  }
}

/** Every simple command, those inside substitutions too. */
function collectCommands(node: SyntaxNode, source: string, parts: CommandPart[], depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError('Too deep.');
  if (node.type === 'Command') parts.push({ text: source.slice(node.pos, node.end), words: plainWords(node, source) });
  forEachChild(node, (child) => collectCommands(child, source, parts, depth + 1));
}

function whyCompound(command: SyntaxNode, isList: boolean): string {
  if (isList || command.type === 'AndOr') return 'it runs several commands';
  if (command.type === 'Pipeline') return 'it pipes one command into another';
  if (command.type !== 'Command') return 'it is a script, not a command';
  if (command.prefix.some((node) => node.type === 'Assignment')) return 'it sets variables for the program';
  if (command.redirects.length > 0) return 'it redirects input or output';
  return 'a word in it is only known when it runs';
}
