import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test as declared in its file. Parts of titles that are only known at run time appear as `…`. */
export interface DeclaredTest {
  file: string;
  /** The titles of the enclosing groups, from the outside in, and its own. */
  path: string[];
}

export const HOLE = '…';

/** Returns every test in the tree, in file order. Parsing instead of collecting with the runners takes half a second and no browser. */
export function findTests(): DeclaredTest[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .sort()
    .flatMap((file) => testsOf(file, readFileSync(file, 'utf8')));
}

export function testsOf(file: string, text: string): DeclaredTest[] {
  const found: DeclaredTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const declared = ts.isCallExpression(node) ? declarationOf(node) : null;
    if (declared?.kind === 'test') found.push({ file, path: [...groups, declared.title] });
    const inside = declared?.kind === 'group' ? [...groups, declared.title] : groups;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind), []);
  return found;
}

/**
 * Recognises `test(…)`, `it(…)`, `test.each(…)(…)` and `test.prop(…)(…)`, the groups `describe(…)` and `test.describe(…)`, and those of the
 * conformance suite that only the engine runs.
 */
function declarationOf(call: ts.CallExpression): { kind: 'test' | 'group'; title: string } | null {
  const kind = kindOf(call.expression);
  const title = kind === null ? null : titleOf(call.arguments[0]);
  return kind === null || title === null ? null : { kind, title };
}

/** The names allowed between `test` and its title; `test.step('…')` declares nothing. */
const MODIFIERS = new Set([
  'each',
  'for',
  'prop',
  'only',
  'skip',
  'todo',
  'fails',
  'skipIf',
  'runIf',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
]);

const KINDS: ReadonlyMap<string, 'test' | 'group'> = new Map([
  ['test', 'test'],
  ['it', 'test'],
  ['itsOwn', 'test'],
  ['describe', 'group'],
  ['describeItsOwn', 'group'],
  ['describeEngineOnly', 'group'],
]);

function kindOf(node: ts.Expression): 'test' | 'group' | null {
  if (ts.isIdentifier(node)) return KINDS.get(node.text) ?? null;
  if (ts.isPropertyAccessExpression(node)) {
    const outer = kindOf(node.expression);
    if (outer !== null && node.name.text === 'describe') return 'group';
    return MODIFIERS.has(node.name.text) ? outer : null;
  }
  if (ts.isCallExpression(node)) return kindOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? kindOf(node.tag) : null;
}

function titleOf(node: ts.Expression | undefined): string | null {
  if (node === undefined) return null;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => HOLE + span.literal.text).join('');
}
