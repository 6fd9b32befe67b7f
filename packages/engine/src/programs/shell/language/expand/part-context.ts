import type { Word } from 'unbash';
import type { Execution } from '../state/execution.ts';
import type { Field, FieldBuilder } from './field-builder.ts';

/** The target and settings for expanding one part of a word. */
export interface PartContext {
  builder: FieldBuilder;
  execution: Execution;
  expander: WordExpander;
  isQuoted: boolean;
  /** Inside `${x:-word}`, where plain text is split like the expansion it replaces. */
  isOperand: boolean;
}

/** Expands words nested in an expansion, with the same rules as the outer word. */
export interface WordExpander {
  addOperand(word: Word, context: PartContext): Promise<void>;
  toText(word: Word, execution: Execution): Promise<string>;
  toPattern(word: Word, execution: Execution): Promise<string>;
  toFields(word: Word, execution: Execution): Promise<Field[]>;
  arithmeticText(text: string, execution: Execution): Promise<string>;
  compute(text: string, execution: Execution): Promise<bigint>;
}

/** Adds the result of an expansion, quoted or to be split. */
export function addText(text: string, context: PartContext): void {
  if (context.isQuoted) context.builder.addQuoted(text);
  else context.builder.addExpansion(text);
}
