import ts from 'typescript';
import type { CompletionDetail, CompletionItem, CompletionList } from '../type-questions.ts';
import { documentationOf } from './documentation.ts';

/** A position in a file of a program. */
export interface ServicePlace {
  service: ts.LanguageService;
  name: string;
  offset: number;
}

const PREFERENCES: ts.UserPreferences = {
  includeCompletionsForModuleExports: true,
  includeCompletionsForImportStatements: true,
  includeCompletionsWithInsertText: true,
  includeAutomaticOptionalChainCompletions: true,
  includeCompletionsWithSnippetText: false,
  importModuleSpecifierEnding: 'auto',
};
const FORMAT: ts.FormatCodeSettings = { ...ts.getDefaultFormatCodeSettings('\n'), indentSize: 2, tabSize: 2 };
/** Limit of the list: with more, the user should type more. */
const MOST_ITEMS = 400;

export function completionsAt({ service, name, offset }: ServicePlace): CompletionList | null {
  const text = textBefore(service, name, offset);
  const found = service.getCompletionsAtPosition(name, offset, PREFERENCES, FORMAT);
  if (found === undefined) return null;
  const from = found.optionalReplacementSpan?.start ?? offset - (/[\w$]*$/.exec(text)?.[0].length ?? 0);
  const typed = text.slice(text.length - (offset - from)).toLowerCase();
  const fitting = found.entries.filter((entry) => isInOrder(entry.name.toLowerCase(), typed));
  const items = fitting.sort(byUse(typed)).slice(0, MOST_ITEMS).map(toItem);
  const to =
    found.optionalReplacementSpan === undefined ? offset : found.optionalReplacementSpan.start + found.optionalReplacementSpan.length;
  return { from, to, items, isCut: fitting.length > items.length || found.isIncomplete === true };
}

export function completionDetail({ service, name, offset }: ServicePlace, item: CompletionItem): CompletionDetail | null {
  // The data from TypeScript's list is returned unchanged.
  const data = item.data as ts.CompletionEntryData | undefined;
  const source = item.source ?? undefined;
  const detail = service.getCompletionEntryDetails(name, offset, item.name, FORMAT, source, PREFERENCES, data ?? undefined);
  if (detail === undefined) return null;
  const changes = (detail.codeActions ?? []).flatMap((action) => action.changes).filter((change) => change.fileName === name);
  return {
    signature: ts.displayPartsToString(detail.displayParts),
    documentation: documentationOf(detail),
    edits: changes.flatMap(({ textChanges }) =>
      textChanges.map(({ span, newText }) => ({ from: span.start, to: span.start + span.length, insert: newText })),
    ),
  };
}

function textBefore(service: ts.LanguageService, name: string, offset: number): string {
  return (
    service
      .getProgram()
      ?.getSourceFile(name)
      ?.text.slice(Math.max(0, offset - 200), offset) ?? ''
  );
}

function toItem({ name, kind, sortText, insertText, source, data, replacementSpan }: ts.CompletionEntry): CompletionItem {
  // An entry with its own span (`a.b` to `a?.b`) begins before the word, so only its name is inserted.
  const insert = replacementSpan === undefined ? (insertText ?? null) : null;
  return { name, kind, sortText, insertText: insert, source: source ?? null, data: data ?? null };
}

/** Sorts entries that begin with the typed text first, then in TypeScript's order. */
function byUse(typed: string): (a: ts.CompletionEntry, b: ts.CompletionEntry) => number {
  const rank = ({ name, sortText }: ts.CompletionEntry) => `${name.toLowerCase().startsWith(typed) ? 0 : 1}${sortText}${name}`;
  return (a, b) => (rank(a) < rank(b) ? -1 : 1);
}

function isInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
