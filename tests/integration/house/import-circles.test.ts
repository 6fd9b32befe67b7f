import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * The groups of files that import each other in a circle, in which only types may go round. `.dependency-cruiser.mjs` says where they
 * are and why; it takes whole folders, so that a larger circle in one of them shows only here.
 */
const CIRCLES = { count: 8, files: 38 };

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'functions', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && existsSync(file));

function importsOf(file: string): string[] {
  const named = ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.map(({ fileName }) => fileName);
  return named.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(file), name));
}

/** Tarjan's strongly connected components of more than one file. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const [found, open] = [new Map<string, number>(), new Set<string>()];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    found.set(file, found.size);
    open.add(file);
    let low = found.size - 1;
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next) || (found.has(next) && !open.has(next))) continue;
      low = Math.min(low, found.has(next) ? (found.get(next) ?? low) : visit(next));
    }
    if (low === found.get(file)) {
      const all = [...open];
      const circle = all.slice(all.indexOf(file));
      for (const member of circle) open.delete(member);
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const file of imports.keys()) if (!found.has(file)) visit(file);
  return circles;
}

test('no more files import each other in a circle, types included, than are known', () => {
  const circles = circlesOf(new Map(files.map((file) => [file, importsOf(file)])));
  const seen = { count: circles.length, files: circles.flat().length };
  expect(seen, `\n${circles.map((circle) => circle.join('\n  ')).join('\n')}\n`).toEqual(CIRCLES);
});

test('a circle is found through any number of files, and what only leads to it is no part of it', () => {
  const circles = circlesOf(
    new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['d', 'x']],
      ['d', ['b']],
      ['x', []],
    ]),
  );
  expect(circles.map((circle) => circle.toSorted())).toEqual([['b', 'c', 'd']]);
});
