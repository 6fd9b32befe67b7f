import ts from 'typescript';
import type { FileSymbol, SymbolKind } from '../type-questions.ts';

const MOST_SYMBOLS = 5_000;

/** TypeScript's element kinds that are shown as one of our symbol kinds. */
const KINDS: ReadonlyMap<string, SymbolKind> = new Map<ts.ScriptElementKind, SymbolKind>([
  [ts.ScriptElementKind.functionElement, 'function'],
  [ts.ScriptElementKind.localFunctionElement, 'function'],
  [ts.ScriptElementKind.memberFunctionElement, 'method'],
  [ts.ScriptElementKind.constructorImplementationElement, 'method'],
  [ts.ScriptElementKind.classElement, 'class'],
  [ts.ScriptElementKind.localClassElement, 'class'],
  [ts.ScriptElementKind.interfaceElement, 'interface'],
  [ts.ScriptElementKind.typeElement, 'type'],
  [ts.ScriptElementKind.enumElement, 'enum'],
  [ts.ScriptElementKind.moduleElement, 'module'],
  [ts.ScriptElementKind.constElement, 'variable'],
  [ts.ScriptElementKind.letElement, 'variable'],
  [ts.ScriptElementKind.variableElement, 'variable'],
  [ts.ScriptElementKind.localVariableElement, 'variable'],
]);

/** Returns the declarations of a file in order, without imports and unnamed functions. */
export function outlineOf(service: ts.LanguageService, name: string): FileSymbol[] {
  const symbols: FileSymbol[] = [];
  const visit = ({ text, kind, nameSpan, childItems }: ts.NavigationTree, level: number) => {
    const isShown = nameSpan !== undefined && kind !== ts.ScriptElementKind.alias;
    if (isShown && symbols.length < MOST_SYMBOLS) {
      const { start: from, length } = nameSpan;
      symbols.push({ name: text, kind: KINDS.get(kind) ?? 'property', level, from, to: from + length });
    }
    for (const child of childItems ?? []) visit(child, isShown ? level + 1 : level);
  };
  // The root of the tree is the file itself.
  for (const child of service.getNavigationTree(name).childItems ?? []) visit(child, 0);
  return symbols.sort((a, b) => a.from - b.from);
}
