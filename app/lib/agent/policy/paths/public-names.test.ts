import { PROTECTED_FILES, PROTECTED_FOLDERS } from 'devonz-engine-protocol/protected-names';
import { SECRET_TABLE } from 'devonz-engine-protocol/secret-names';
import { describe, expect, test } from 'vitest';
import { KEY_FILES, ORDINARY_FILES, SELF_RUNNING_FILES } from '../../../../../tests/fixtures/corpus/public-names.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';

const words = (text: string) => text.trim().split(/\s+/);
const rowsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([source, names]) => words(names).map((name) => ({ name, source })));
const keys = rowsOf(KEY_FILES);
const running = rowsOf(SELF_RUNNING_FILES);
const ordinary = [...new Set(words(ORDINARY_FILES))];

const ROOT = toWorkspacePath('') ?? expect.unreachable();
const everything = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const pathOf = (name: string) => toWorkspacePath(name) ?? expect.unreachable(name);
const reads = (name: string) => decide({ kind: 'read', paths: [pathOf(name)] }, policyContext(everything)).verdict;
const writes = (name: string, before: string | null) => {
  const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
  const changes = [{ path: pathOf(name), before: bytes(before), after: bytes('x') }];
  return decide({ kind: 'change', summary: '', changes, guards: [] }, policyContext(everything)).verdict;
};
const runs = (command: string, hasFileWall: boolean) =>
  decide({ kind: 'command', command, cwd: ROOT, script: null }, policyContext(everything, { hasFileWall })).verdict;

test('there are enough rows, each with its source, in the tables too', () => {
  expect(new Set([...keys, ...running].map(({ name }) => name)).size).toBeGreaterThanOrEqual(300);
  expect(ordinary.length).toBeGreaterThanOrEqual(200);
  for (const { source } of [...SECRET_TABLE, ...PROTECTED_FILES, ...PROTECTED_FOLDERS]) expect(source.length).toBeGreaterThan(2);
  // A redundant row would be one that nobody reviewed.
  const patterns = SECRET_TABLE.map(({ pattern }) => pattern);
  expect(patterns.filter((pattern, at) => patterns.indexOf(pattern) !== at)).toEqual([]);
  expect([...SECRET_TABLE, ...PROTECTED_FILES, ...PROTECTED_FOLDERS].filter(({ pattern }) => pattern !== pattern.toLowerCase())).toEqual(
    [],
  );
});

describe('every name of a file of keys asks', () => {
  test.each(keys)('$name ($source)', ({ name }) => {
    for (const path of [name, `sub/deep/${name}`, name.toUpperCase()]) {
      expect([path, reads(path), writes(path, null), writes(path, 'x')]).toEqual([path, 'ask', 'ask', 'ask']);
    }
    for (const wall of [true, false]) expect(runs(`cat '${name}'`, wall), `wall: ${wall}`).toBe('ask');
  });
});

describe('every name of a file that runs by itself asks before it is written', () => {
  test.each(running)('$name ($source)', ({ name }) => {
    for (const path of [name, `sub/deep/${name}`, name.toUpperCase()]) {
      expect([path, writes(path, null), writes(path, 'x')]).toEqual([path, 'ask', 'ask']);
    }
    for (const wall of [true, false]) expect(runs(`touch '${name}'`, wall), `wall: ${wall}`).toBe('ask');
  });
});

describe('an ordinary name does not', () => {
  test.each(ordinary)('%s', (name) => {
    expect([reads(name), writes(name, null), writes(name, 'x')]).toEqual(['auto', 'auto', 'auto']);
    for (const wall of [true, false]) expect(runs(`cat '${name}'`, wall), `wall: ${wall}`).toBe('auto');
  });
});
