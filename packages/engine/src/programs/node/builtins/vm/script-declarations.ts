import { parse } from 'acorn';
import { collectHoistedNames, collectLexicalNames } from '../../loader/rewrite/scope-names.ts';
import { childNodes, type SyntaxNode } from '../../loader/rewrite/syntax-tree.ts';

/** The top-level declarations of a script. */
export interface ScriptDeclarations {
  isStrict: boolean;
  /** `var` and `function` declarations, which become properties of the global object. */
  variables: readonly string[];
  functions: readonly string[];
  /** `let`, `const` and `class` declarations, which all scripts of the context share but which are not properties. */
  lexicals: readonly string[];
}

export const NO_DECLARATIONS: ScriptDeclarations = { isStrict: false, variables: [], functions: [], lexicals: [] };
const maybeDeclares = /\b(?:var|let|const|class|function)\b/;

/** Limit of the cache: a test runner evaluates the same modules for each of its files. */
const MAX_KNOWN_CHARACTERS = 16_000_000;
const known = new Map<string, ScriptDeclarations>();
let knownCharacters = 0;

export function declarationsOf(source: string): ScriptDeclarations {
  if (!maybeDeclares.test(source)) return NO_DECLARATIONS;
  let found = known.get(source);
  if (found !== undefined) return found;
  found = findDeclarations(source);
  if (knownCharacters + source.length > MAX_KNOWN_CHARACTERS) {
    known.clear();
    knownCharacters = 0;
  }
  known.set(source, found);
  knownCharacters += source.length;
  return found;
}

function findDeclarations(source: string): ScriptDeclarations {
  let statements: SyntaxNode[];
  try {
    const program = parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true, allowReturnOutsideFunction: true });
    // acorn types each node; these walks access all of them by name.
    statements = childNodes(program as unknown as SyntaxNode, 'body');
  } catch {
    // The compiler will report the error.
    return NO_DECLARATIONS;
  }
  const functions = new Set<string>();
  const variables = new Set<string>();
  const lexicals = new Set<string>();
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration') collectLexicalNames([statement], functions);
    else {
      collectLexicalNames([statement], lexicals);
      collectHoistedNames(statement, variables);
    }
  }
  for (const name of functions) variables.delete(name);
  const isStrict = statements.some(({ directive }) => directive === 'use strict');
  return { isStrict, variables: [...variables], functions: [...functions], lexicals: [...lexicals] };
}
