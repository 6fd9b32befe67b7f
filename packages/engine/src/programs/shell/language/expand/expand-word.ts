import type { ArithmeticExpansionPart, DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash';
import { parse } from 'unbash';
import { hasPatternCharacters } from '../../text/glob-pattern.ts';
import { evaluateInShell, fieldSeparators } from '../parameters.ts';
import { ExpansionError } from '../state/control-flow.ts';
import type { Execution } from '../state/execution.ts';
import { expandBraces } from './brace-expansion.ts';
import { expandGlob } from './expand-glob.ts';
import { expandParameter, expandSimple } from './expand-parameter.ts';
import type { Field } from './field-builder.ts';
import { FieldBuilder, fieldPattern, fieldText } from './field-builder.ts';
import type { PartContext, WordExpander } from './part-context.ts';
import { addText } from './part-context.ts';

/** Expands the words of a command: braces, tilde, parameters, substitutions, splitting and globs, in that order. */
export async function expandWords(words: readonly Word[], execution: Execution): Promise<string[]> {
  const result: string[] = [];
  for (const word of words) result.push(...(await expandToArguments(word, execution)));
  return result;
}

async function expandToArguments(word: Word, execution: Execution): Promise<string[]> {
  const isBraced = word.parts?.some((part) => part.type === 'BraceExpansion') ?? false;
  if (!isBraced) return globFields(await expandFields(word, execution, true), execution);
  const result: string[] = [];
  for (const text of expandBraces(word.text)) {
    const single = parseWord(text);
    if (single !== null) result.push(...globFields(await expandFields(single, execution, true), execution));
  }
  return result;
}

/** Expands a word to one text, without splitting or globs (assignments, `case` words, here-strings). */
export async function expandToText(word: Word, execution: Execution, isAssignment = false): Promise<string> {
  return (await expandFields(word, execution, false, isAssignment)).map(fieldText).join(' ');
}

/** Expands a word to a pattern in which quoted characters are literal. */
export async function expandToPattern(word: Word, execution: Execution): Promise<string> {
  return (await expandFields(word, execution, false)).map(fieldPattern).join(' ');
}

export async function expandToFields(word: Word, execution: Execution): Promise<Field[]> {
  return expandFields(word, execution, false);
}

/** Expands a here-document's body or an arithmetic expression, in which only `$` and backquotes are special. */
export async function expandParts(parts: readonly WordPart[], execution: Execution): Promise<string> {
  const builder = new FieldBuilder(false, '');
  for (const part of parts) await addPart(part, { builder, execution, expander, isQuoted: true, isOperand: false });
  // The elements of `${list[@]}` are separated by a blank.
  return builder.finish().map(fieldText).join(' ');
}

/** Expands and evaluates the text of `$((text))`, `((text))`, a subscript or a slice. */
export async function computeArithmetic(text: string, execution: Execution): Promise<bigint> {
  return evaluateInShell(execution.state, await expandArithmeticText(text, execution));
}

/**
 * Expands the `$…` of an expression. The expression's own quotes are dropped; quotes inside a command substitution belong to that command.
 */
export async function expandArithmeticText(text: string, execution: Execution): Promise<string> {
  if (!/[$`\\"]/.test(text)) return text;
  const parts = hereParts(text)?.map((part) => (part.type === 'Literal' ? { ...part, value: part.value.replaceAll('"', '') } : part));
  return parts === undefined ? text.replaceAll('"', '') : (await expandParts(parts, execution)).replace(/\n$/, '');
}

/** Expands a text as if it were a here-document's body. */
export async function expandHereText(text: string, execution: Execution): Promise<string> {
  const parts = hereParts(text);
  return parts === undefined ? text : (await expandParts(parts, execution)).replace(/\n$/, '');
}

/** Returns the parts of a here-document body with this text, or undefined if it is plain text. */
function hereParts(text: string): readonly WordPart[] | undefined {
  const delimiter = '__engine_here__';
  const [statement] = parse(`_ <<${delimiter}\n${text}\n${delimiter}\n`).commands;
  const command = statement?.command;
  const redirect = command?.type === 'Command' ? command.redirects[0] : undefined;
  return redirect?.type === 'HereDoc' ? redirect.body.parts : undefined;
}

const expander: WordExpander = {
  addOperand,
  toText: (word, execution) => expandToText(word, execution),
  toPattern: expandToPattern,
  toFields: expandToFields,
  arithmeticText: expandArithmeticText,
  compute: computeArithmetic,
};

async function expandFields(word: Word, execution: Execution, isSplitting: boolean, isAssignment = false): Promise<Field[]> {
  const builder = new FieldBuilder(isSplitting, fieldSeparators(execution.state));
  const context: PartContext = { builder, execution, expander, isQuoted: false, isOperand: false };
  if (word.parts === undefined) addUnquotedText(withTilde(word.text, execution, isAssignment), context);
  else {
    for (const [index, part] of word.parts.entries()) {
      if (part.type === 'Literal' && (index === 0 || isAssignment)) {
        addUnquotedText(withTilde(part.text, execution, isAssignment, index > 0), context);
      } else await addPart(part, context);
    }
  }
  return builder.finish();
}

/** Expands the operand of `${x:-word}` into the builder of the enclosing word. */
async function addOperand(word: Word, context: PartContext): Promise<void> {
  const inner = { ...context, isOperand: true };
  if (word.parts === undefined) addOperandText(word.text, inner);
  else for (const part of word.parts) await addPart(part, inner);
}

async function addPart(part: WordPart, context: PartContext): Promise<void> {
  const { builder, execution } = context;
  switch (part.type) {
    case 'Literal':
      if (context.isOperand) addOperandText(context.isQuoted ? part.value : part.text, context);
      else if (context.isQuoted) builder.addQuoted(part.value);
      else addUnquotedText(part.text, context);
      return;
    case 'SingleQuoted':
      builder.addQuoted(context.isQuoted ? part.text : part.value);
      return;
    case 'AnsiCQuoted':
      builder.addQuoted(part.value);
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      return addDoubleQuoted(part.parts, context);
    case 'SimpleExpansion':
      return expandSimple(part, context);
    case 'ParameterExpansion':
      return expandParameter(part, context);
    case 'CommandExpansion':
      return addText(await execution.interpreter.commandOutput(checkedScript(part.script, part.text), execution), context);
    case 'ArithmeticExpansion':
      return addText(String(await computeArithmetic(arithmeticText(part), execution)), context);
    case 'ProcessSubstitution': {
      const script = checkedScript(part.script, part.text);
      return addText(await execution.interpreter.processSubstitution(script, part.operator, execution), context);
    }
    default:
      return addPatternPart(part, context);
  }
}

type PatternPart = Extract<WordPart, { type: 'Glob' | 'ExtendedGlob' | 'BraceExpansion' }>;

async function addPatternPart(part: PatternPart, context: PartContext): Promise<void> {
  const { builder } = context;
  if (context.isQuoted) {
    builder.addQuoted(part.text);
  } else if (part.type === 'Glob' && part.kind === 'bracket') {
    builder.addLiteral('[');
    for (const inner of part.parts) await addPart(inner, context);
    builder.addLiteral(']');
  } else if (part.type === 'ExtendedGlob' && part.parts !== undefined) {
    builder.addLiteral(`${part.operator}(`);
    for (const inner of part.parts) await addPart(inner, context);
    builder.addLiteral(')');
  } else if (part.type === 'BraceExpansion' && part.parts !== undefined) {
    // Braces that remain here are not an expansion (`{1..$n}`), so they are literal text.
    builder.addLiteral('{');
    for (const inner of part.parts) await addPart(inner, context);
    builder.addLiteral('}');
  } else if (part.type === 'BraceExpansion') addUnquotedText(part.text, context);
  else builder.addLiteral(part.text);
}

async function addDoubleQuoted(parts: readonly DoubleQuotedChild[], context: PartContext): Promise<void> {
  if (parts.length === 0) context.builder.addQuoted('');
  for (const part of parts) await addPart(part, { ...context, isQuoted: true, isOperand: false });
}

function addOperandText(text: string, context: PartContext): void {
  if (context.isQuoted) {
    // Between double quotes, a backslash only quotes characters that are special there.
    context.builder.addQuoted(text.replace(/\\(?:(["$`\\}])|\n)/g, '$1'));
    return;
  }
  for (const [index, piece] of text.split(/\\([\s\S])/).entries()) {
    if (index % 2 === 1) context.builder.addQuoted(piece);
    else context.builder.addExpansion(index === 0 ? withTilde(piece, context.execution, false) : piece);
  }
}

/** Adds unquoted source text: a backslash quotes one character, and is removed before a newline. */
function addUnquotedText(text: string, context: PartContext): void {
  if (!text.includes('\\')) {
    context.builder.addLiteral(text);
    return;
  }
  for (const [index, piece] of text.split(/\\([\s\S])/).entries()) {
    if (index % 2 === 0) context.builder.addLiteral(piece);
    else if (piece !== '\n') context.builder.addQuoted(piece);
  }
}

function withTilde(text: string, execution: Execution, isAssignment: boolean, isInside = false): string {
  if (!text.includes('~')) return text;
  const expression = isAssignment ? (isInside ? /(:)~(?=[/:]|$)/g : /(^|:)~(?=[/:]|$)/g) : /(^)~(?=\/|$)/g;
  const home = execution.state.variables.text('HOME') ?? '/';
  const replaced = text.replace(expression, (_match, before: string) => before + home).replace(/^~root(?=[/:]|$)/, '/root');
  if (!isAssignment && text.startsWith('~+') && /^~\+(?=\/|$)/.test(text)) return execution.state.cwd + text.slice(2);
  return replaced;
}

/** Glob-expands each field; a field without a match stays as written. */
function globFields(fields: Field[], execution: Execution): string[] {
  const { options, cwd } = execution.state;
  return fields.flatMap((field) => {
    const isPattern = !options.noglob && field.some((piece) => !piece.isQuoted && /[*?[(]/.test(piece.text));
    if (!isPattern) return [fieldText(field)];
    const pattern = fieldPattern(field);
    if (!hasPatternCharacters(pattern)) return [fieldText(field)];
    const found = expandGlob(execution.program.system, cwd, pattern, {
      isDotIncluded: options.dotglob,
      isGlobstar: options.globstar,
      isCaseInsensitive: options.nocaseglob,
    });
    if (found.length > 0) return found;
    if (options.failglob) throw new ExpansionError(`no match: ${fieldText(field)}`, false);
    return options.nullglob ? [] : [fieldText(field)];
  });
}

function arithmeticText(part: ArithmeticExpansionPart): string {
  return part.text.startsWith('$((') ? part.text.slice(3, -2) : part.text.slice(2, -1);
}

function checkedScript(script: ParsedScript | undefined, text: string): ParsedScript {
  const [error] = script?.errors ?? [];
  if (script === undefined || error !== undefined) throw new ExpansionError(`syntax error in ${text}: ${error?.message ?? 'empty'}`, true);
  return script;
}

function parseWord(text: string): Word | null {
  const [statement] = parse(`_ ${text}`).commands;
  const command = statement?.command;
  const [argument] = command?.type === 'Command' ? command.args : [];
  return argument?.type === 'Word' ? argument : null;
}
