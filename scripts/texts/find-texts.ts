import ts from 'typescript';

/** A text in the sources, in the catalogue's form. */
export interface FoundText {
  /** The key by which `texts` of a language are looked up. */
  key: string;
  /** The singular form, if the text contains a number. */
  one?: string;
  line: number;
}

export interface Finding {
  texts: readonly FoundText[];
  /** Texts that cannot be added to the catalogue, by line. */
  problems: readonly string[];
}

/** `because` marks a reason of the agent's core, which the page shows in the user's language. */
const CALLS = new Set(['t', 'tIn', 'plural', 'rich', 'because']);

/** Finds the texts of a source, by its calls of functions imported from `i18n`. */
export function findTexts(file: string, source: string): Finding {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const imported = importedCalls(tree);
  const texts: FoundText[] = [];
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && imported.has(node.expression.text)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const found = textsOf(node.expression.text, node.arguments);
      if (found === null) problems.push(`${file}:${line}: its text is no literal: ${node.getText().slice(0, 80)}`);
      else texts.push(...found.map((each) => ({ ...each, line })));
    }
    ts.forEachChild(node, visit);
  };
  // Skips files that define such a call by means of another.
  if (!/\/(?:i18n\/[\w-]+\.ts|rich\.tsx)$/.test(file) && imported.size > 0) visit(tree);
  return { texts, problems };
}

function importedCalls(tree: ts.SourceFile): Set<string> {
  const names = tree.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const path = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const bindings = importClause?.namedBindings;
    if (
      !/\/(?:i18n\/(?:t|plural)\.ts|rich\.tsx|protocol\/texts\/reason\.ts)$/.test(path) ||
      bindings === undefined ||
      !ts.isNamedImports(bindings)
    )
      return [];
    return bindings.elements.map(({ name }) => name.text);
  });
  return new Set(names.filter((name) => CALLS.has(name)));
}

function textsOf(call: string, given: readonly ts.Expression[]): Omit<FoundText, 'line'>[] | null {
  const [first, second] = given;
  if (call === 'plural') return second === undefined ? null : formsOf(second);
  if (call === 'tIn') {
    const context = first && literals(first)?.[0];
    const found = second && literals(second);
    return context && found ? found.map((text) => ({ key: `${context}|${text}` })) : null;
  }
  return (first && literals(first)?.map((key) => ({ key }))) ?? null;
}

function formsOf(given: ts.Expression): Omit<FoundText, 'line'>[] | null {
  if (!ts.isObjectLiteralExpression(given)) return null;
  const form = (name: string) => {
    const property = given.properties.find((each) => each.name?.getText() === name);
    return property && ts.isPropertyAssignment(property) ? literals(property.initializer)?.[0] : undefined;
  };
  const one = form('one');
  const key = form('other');
  return one !== undefined && key !== undefined ? [{ key, one }] : null;
}

/** Returns the texts of `'a'` or `isSo ? 'a' : 'b'`. */
function literals(node: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (!ts.isConditionalExpression(node)) return null;
  const whenTrue = literals(node.whenTrue);
  const whenFalse = literals(node.whenFalse);
  return whenTrue && whenFalse ? [...whenTrue, ...whenFalse] : null;
}
