import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';
import { SURFACE_PROGRAM } from './testing/surface-program.ts';

type Surface = Record<string, string[]>;

function readRecorded(name: string): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(new URL(`./testing/${name}`, import.meta.url), 'utf8'));
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** The members that native Node 22 has, by module. */
const native = Object.entries(readRecorded('node-surface.json')).map(([name, members]) => [name, words(String(members))] as const);
/** The omitted members by reason, then by module. */
const absent = readRecorded('node-surface-absent.json');

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

describe('the builtin modules', () => {
  it('have every member that Node 22 has, but for those that are listed with a reason', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', SURFACE_PROGRAM]);
    const own: Surface = JSON.parse(ran.stdout);
    const excused = new Set(
      Object.values(absent).flatMap((modules) =>
        Object.entries(modules).flatMap(([name, list]) => words(list).map((member) => `${name} ${member}`)),
      ),
    );
    const missing = native.flatMap(([name, members]) => {
      const has = new Set(own[name] ?? []);
      return members.filter((member) => !has.has(member)).map((member) => `${name} ${member}`);
    });
    expect(missing.filter((member) => !excused.has(member))).toEqual([]);
  });
});
