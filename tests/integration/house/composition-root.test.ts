import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Where two bags are spread into one object, nobody sees which of them a field comes from, nor what overwrites what. */
const MOST_BAGS = 1;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app/lib/workbench'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && existsSync(file));

/** A bag is anything spread whose fields are not written where it is spread. */
function isBag(property: ts.ObjectLiteralElementLike): boolean {
  return ts.isSpreadAssignment(property) && !isWritten(property.expression);
}

function isWritten(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isWritten(expression.expression);
  if (ts.isConditionalExpression(expression)) return isWritten(expression.whenTrue) && isWritten(expression.whenFalse);
  return ts.isObjectLiteralExpression(expression) && !expression.properties.some(isBag);
}

function bagsIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const bags = node.properties.filter(isBag);
      if (bags.length > MOST_BAGS) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push(`${name}:${line} ${bags.map((bag) => bag.getText().split('\n')[0]).join(', ')}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no object of the composition root is made of two bags: its fields are named', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap((file) => bagsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a bag is found wherever it is spread, and fields that are written there are none', () => {
  expect(bagsIn('a.ts', 'export const one = () => ({ a: 1, ...shared, b: { ...ports(), ...more } });')).toEqual([
    'a.ts:1 ...ports(), ...more',
  ]);
  expect(bagsIn('a.ts', 'const one = { ...shared, ...(isOn ? { look } : {}), ...(isOff ? {} : { ...more }) };')).toHaveLength(1);
  expect(bagsIn('a.ts', 'const one = { ...shared, ...(isOn ? { look } : {}), list: [...a, ...b] };')).toEqual([]);
});
