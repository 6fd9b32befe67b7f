/** A place in a file: an offset in its text, where each line break is one character. */
export interface TypePlace {
  path: string;
  offset: number;
}

/** What can be asked of the type checker, by kind. */
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

/** Something that is wrong in a file. */
export interface TypeProblem {
  path: string;
  /** From 1. */
  line: number;
  /** Offsets in the text. */
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'hint';
  /** Without the number of the error. */
  message: string;
  /** As in `TS2304`; null: of ours. */
  code: number | null;
}

export interface FileCheck {
  problems: readonly TypeProblem[];
  /** Packages that package.json names, that are not installed, and without which the file cannot be checked. */
  missing: readonly string[];
}

/** What belongs to the project, as its tsconfig files say. */
export interface ProjectSurvey {
  /** Files to check, in their order. */
  paths: readonly string[];
  /** Of the tsconfig files themselves. */
  problems: readonly TypeProblem[];
  /** Packages that package.json names and that are not installed. */
  missing: readonly string[];
}

export interface TypeHover {
  from: number;
  to: number;
  /** TypeScript. */
  signature: string;
  /** Markdown; empty: none. */
  documentation: string;
}

export interface CompletionItem {
  name: string;
  /** TypeScript's `ScriptElementKind`: `function`, `property`, … */
  kind: string;
  sortText: string;
  /** What is put in, where it is not the name. */
  insertText: string | null;
  /** The module that it would be imported from. */
  source: string | null;
  /** What TypeScript wants to have back with a question for its details. */
  data: unknown;
}

export interface CompletionList {
  /** What the chosen one takes the place of. */
  from: number;
  to: number;
  items: readonly CompletionItem[];
  /** There are more: ask again when more is typed. */
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
  /** Imports that come with it, in the same file. */
  edits: readonly TextEdit[];
}

export interface DefinitionPlace {
  path: string;
  line: number;
  column: number;
  length: number;
  /** Of a file that TypeScript itself brings and that no project has. */
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

/** Something that a file has a place for in its outline. */
export interface FileSymbol {
  name: string;
  kind: SymbolKind;
  /** How deep it lies in others; 0: in none. */
  level: number;
  /** Its name: offsets in the text, where each line break is one character. */
  from: number;
  to: number;
}

export interface SignatureHelp {
  /** `name(first: string, second: number): void`; `active` is the range of the parameter that is typed. */
  label: string;
  active: { from: number; to: number } | null;
  documentation: string;
  index: number;
  count: number;
}
