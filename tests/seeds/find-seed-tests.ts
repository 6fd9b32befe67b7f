import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test whose title names requirements at its end: `test('stops at the limit [A4, D18]', …)`. */
export interface SeedTest {
  file: string;
  /** Without the ids; what is only known when it runs stands as `…`. */
  title: string;
  ids: string[];
  /** Whether a title as the runner reports it is this one's. */
  isReportedAs(title: string): boolean;
}

const IDS = /\s*\[((?:[A-E]|W|want-|pain-|new-)\d+(?:, ?(?:[A-E]|W|want-|pain-|new-)\d+)*)\]$/;
/** What vitest puts a case's values in place of. */
const PLACEHOLDER = /%[sdifjoOc#$%]|\$[\w.]+/;
const HOLE = '\u0000';

/** Of all tests in the tree, in the order of their files. */
export function findSeedTests(): SeedTest[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter(Boolean)
    .sort()
    .flatMap((file) => seedTestsOf(file, readFileSync(file, 'utf8')));
}

export function seedTestsOf(file: string, text: string): SeedTest[] {
  if (!/\d\](?:'|"|`)/.test(text)) return [];
  const found: SeedTest[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const title = titleOf(node.arguments[0]);
      const match = title === null ? null : IDS.exec(title);
      if (title !== null && match !== null) found.push(seedTest(file, title, match));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

function seedTest(file: string, title: string, match: RegExpExecArray): SeedTest {
  const holes = title.split(new RegExp(`${HOLE}|${PLACEHOLDER.source}`));
  const pattern = new RegExp(`^${holes.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's');
  const ids = (match[1] ?? '').split(',').map((id) => id.trim());
  const shown = title.slice(0, match.index).split(HOLE).join('…');
  return { file, title: shown, ids, isReportedAs: (reported) => pattern.test(reported) };
}

/** `test(…)`, `it(…)`, `test.each(…)(…)`, `test.prop(…)(…)`; a `describe` is no test. */
function isTestFunction(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'test' || node.text === 'it';
  if (ts.isPropertyAccessExpression(node)) return isTestFunction(node.expression) && node.name.text !== 'describe';
  return (
    (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)) &&
    isTestFunction(ts.isCallExpression(node) ? node.expression : node.tag)
  );
}

function titleOf(node: ts.Expression | undefined): string | null {
  if (node === undefined) return null;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => HOLE + span.literal.text).join('');
}
