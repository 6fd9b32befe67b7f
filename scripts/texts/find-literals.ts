import ts from 'typescript';

/** Attributes whose text is presented to users, visually or by a screen reader. */
const SEEN = new Set([
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'data-tip',
  'description',
  'fallbackText',
  'heading',
  'hint',
  'label',
  'placeholder',
  'summary',
  'text',
  'title',
  'tooltip',
]);
/** Elements whose content is code or a key, which is the same in every language. */
const CODE = new Set(['code', 'kbd', 'pre', 'samp', 'style', 'script']);

/** A literal text of a component. */
export interface FoundLiteral {
  text: string;
  line: number;
}

/**
 * Finds a component's visible texts and accessible names that do not come from the catalogue: words between tags and in presented
 * attributes.
 */
export function findLiterals(file: string, source: string): FoundLiteral[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: FoundLiteral[] = [];
  const add = (text: string, node: ts.Node) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(words)) found.push({ text: words, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && CODE.has(node.openingElement.tagName.getText())) {
      // Its content is code; its attributes are not.
      visit(node.openingElement);
      return;
    }
    if (ts.isJsxText(node)) add(node.text, node);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) literalsIn(node.expression, add);
    else if (ts.isJsxAttribute(node) && SEEN.has(node.name.getText())) literalsIn(node.initializer, add);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Visits everything that may become the value: both branches of a conditional, fallbacks, the text parts of a template. */
function literalsIn(node: ts.Node | undefined, add: (text: string, node: ts.Node) => void): void {
  if (node === undefined) return;
  if (ts.isStringLiteralLike(node)) add(node.text, node);
  else if (ts.isTemplateExpression(node))
    add([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' … '), node);
  else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) literalsIn(node.expression, add);
  else if (ts.isConditionalExpression(node)) {
    literalsIn(node.whenTrue, add);
    literalsIn(node.whenFalse, add);
  } else if (ts.isBinaryExpression(node) && isPassedOn(node.operatorToken.kind)) {
    literalsIn(node.left, add);
    literalsIn(node.right, add);
  }
}

function isPassedOn(kind: ts.SyntaxKind): boolean {
  const { PlusToken, BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken } = ts.SyntaxKind;
  return [PlusToken, BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken].some((each) => each === kind);
}
