/** A position in a file: an offset in its text, where each line break is one character. */
export interface TypePlace {
  path: string;
  offset: number;
}

/** The questions to the type checker, by kind. */
interface QuestionFields {
  check: { path: string };
  survey: object;
  hover: TypePlace;
  complete: TypePlace;
  'completion-detail': TypePlace & { item: CompletionItem };
  definition: TypePlace;
  signature: TypePlace;
  outline: { path: string };
}

export type TypeQuestionKind = keyof QuestionFields;
export type TypeQuestionOf<Kind extends TypeQuestionKind> = { kind: Kind } & QuestionFields[Kind];
export type TypeQuestion = { [Kind in TypeQuestionKind]: TypeQuestionOf<Kind> }[TypeQuestionKind];

export interface TypeAnswers {
  check: FileCheck;
  survey: ProjectSurvey;
  hover: TypeHover;
  complete: CompletionList;
  'completion-detail': CompletionDetail;
  definition: readonly DefinitionPlace[];
  signature: SignatureHelp;
  outline: readonly FileSymbol[];
}

export type TypeAnswer = TypeAnswers[TypeQuestionKind];

/** A problem in a file. */
export interface TypeProblem {
  path: string;
  /** From 1. */
  line: number;
  /** Offsets in the text. */
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'hint';
  /** Without the error's number. */
  message: string;
  /** As in `TS2304`; `null` for our own problems. */
  code: number | null;
}

export interface FileCheck {
  problems: readonly TypeProblem[];
  /** Packages named in package.json that are not installed and without which the file cannot be checked. */
  missing: readonly string[];
}

/** The project's files and problems, according to its tsconfig files. */
export interface ProjectSurvey {
  /** Files to check, in order. */
  paths: readonly string[];
  /** Problems of the tsconfig files themselves. */
  problems: readonly TypeProblem[];
  /** Packages named in package.json that are not installed. */
  missing: readonly string[];
}

export interface TypeHover {
  from: number;
  to: number;
  /** TypeScript. */
  signature: string;
  /** Markdown; empty if there is none. */
  documentation: string;
}

export interface CompletionItem {
  name: string;
  /** TypeScript's `ScriptElementKind`: `function`, `property`, … */
  kind: string;
  sortText: string;
  /** The inserted text if it is not the name. */
  insertText: string | null;
  /** The module that it would be imported from. */
  source: string | null;
  /** Opaque data that TypeScript needs when asked for the details. */
  data: unknown;
}

export interface CompletionList {
  /** The range that the chosen item replaces. */
  from: number;
  to: number;
  items: readonly CompletionItem[];
  /** Whether there are more: ask again when more is typed. */
  isCut: boolean;
}

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

export interface CompletionDetail {
  signature: string;
  documentation: string;
  /** Imports to add in the same file. */
  edits: readonly TextEdit[];
}

export interface DefinitionPlace {
  path: string;
  line: number;
  column: number;
  length: number;
  /** The content of a TypeScript library file, which no project contains. */
  text: string | null;
}

export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'module'
  | 'variable'
  | 'property'
  | 'heading'
  | 'rule'
  | 'element'
  | 'key';

/** An entry in a file's outline. */
export interface FileSymbol {
  name: string;
  kind: SymbolKind;
  /** Nesting level; 0 at the top. */
  level: number;
  /** Its name: offsets in the text, where each line break is one character. */
  from: number;
  to: number;
}

export interface SignatureHelp {
  /** `name(first: string, second: number): void`; `active` is the range of the parameter that is being typed. */
  label: string;
  active: { from: number; to: number } | null;
  documentation: string;
  index: number;
  count: number;
}
