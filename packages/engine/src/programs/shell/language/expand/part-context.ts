import type { Word } from 'unbash';
import type { Execution } from '../state/execution.ts';
import type { Field, FieldBuilder } from './field-builder.ts';

/** Where a word's part is expanded to, and how. */
export interface PartContext {
  builder: FieldBuilder;
  execution: Execution;
  expander: WordExpander;
  isQuoted: boolean;
  /** Inside `${x:-word}`: plain text is split as the expansion it stands for. */
  isOperand: boolean;
}

/** The words inside an expansion, expanded by the one who expands the outer word. */
export interface WordExpander {
  addOperand(word: Word, context: PartContext): Promise<void>;
  toText(word: Word, execution: Execution): Promise<string>;
  toPattern(word: Word, execution: Execution): Promise<string>;
  toFields(word: Word, execution: Execution): Promise<Field[]>;
  arithmeticText(text: string, execution: Execution): Promise<string>;
  compute(text: string, execution: Execution): Promise<bigint>;
}

/** The result of an expansion, quoted or to be split. */
export function addText(text: string, context: PartContext): void {
  if (context.isQuoted) context.builder.addQuoted(text);
  else context.builder.addExpansion(text);
}
