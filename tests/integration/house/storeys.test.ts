import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { STOREYS } from '../../../config/storeys.mjs';

/** The most imports that may point upward, or sideways within a storey. The stores hold the session's state, whose types the core declares. */
const MOST_UPWARD = { 'app/lib/agent': 0, 'app/components': 0, 'app/lib': 6 };
/** Re-exports at the paths that the seed prescribes, and files of tests. */
const NOT_COUNTED = /^app\/lib\/(?:agent\/(?:index|types|prompts)\.ts$|services\/|stores\/agentMode\.ts$)|\.test\.tsx?$|\/testing\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !NOT_COUNTED.test(file) && existsSync(file));
const imports = files.flatMap((from) =>
  ts
    .preProcessFile(readFileSync(from, 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from, to: posix.join(posix.dirname(from), fileName) })),
);
const parts = Object.keys(STOREYS) as (keyof typeof STOREYS)[]; // The keys of a literal are its type's.

function folderIn(part: string, file: string): string | null {
  const [folder = '', ...rest] = file.startsWith(`${part}/`) ? file.slice(part.length + 1).split('/') : [];
  return rest.length === 0 ? null : folder;
}

function upwardIn(part: keyof typeof STOREYS): string[] {
  const storeyOf = new Map(STOREYS[part].flatMap((storey, index) => storey.map((folder) => [folder, index] as const)));
  return imports.flatMap(({ from, to }) => {
    const [above, below] = [folderIn(part, from), folderIn(part, to)];
    if (above === null || below === null || above === below) return [];
    return (storeyOf.get(above) ?? -1) > (storeyOf.get(below) ?? Number.POSITIVE_INFINITY) ? [] : [`${from} -> ${to}`];
  });
}

test.each(parts)('of %s no more imports point upward than are known', (part) => {
  const upward = upwardIn(part);
  expect(upward.length, `\n${upward.join('\n')}\n`).toBe(MOST_UPWARD[part]);
});

test.each(parts)('each folder of %s is on one storey', (part) => {
  const folders = new Set(files.flatMap((file) => folderIn(part, file) ?? []));
  expect(STOREYS[part].flat().sort()).toEqual([...folders].sort());
});

test('the architecture shows the storeys as they are checked', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  for (const part of parts) {
    const shown = STOREYS[part].map((storey, index) => `${index + 1}. ${storey.join(', ')}`).join('\n');
    expect(page, `docs/architecture.md needs under ${part}:\n${shown}`).toContain(`\`${part}\`:\n\n${shown}\n`);
  }
});
