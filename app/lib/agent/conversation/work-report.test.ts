import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { type ToolCall, toolCallSchema } from '../../protocol/tool-call.ts';
import type { CommandCheck, ToolEffect } from '../../protocol/tool-effect.ts';
import { countOf, type FileLog, netChanges, withFileEntry } from '../contract/file-log.ts';
import { workReport } from './work-report.ts';

let count = 0;
function done(...effects: ToolEffect[]): ToolCall {
  const toolCallId = `c${++count}`;
  const base = { toolCallId, stepId: 's', toolName: 'any_tool', input: {}, status: 'success', output: null };
  return toolCallSchema.parse({ ...base, finishedAt: 1, durationMs: 1, effects });
}
const wrote = (path: string) => done({ type: 'file-created', path });
const PASSED: CommandCheck = { kind: 'test', result: 'passed' };
const ran = (command: string, check?: CommandCheck, exitCode = 0) =>
  done({ type: 'command-ran', command, status: 'completed', exitCode, errors: [], ...(check === undefined ? {} : { check }) });
const hash = (letter: string) => letter.repeat(64) as ContentHash;
const pathsOf = (calls: readonly ToolCall[]) => workReport({ calls, fileLog: null }).changed.map(({ path, kind }) => `${kind} ${path}`);

/** Builds a journal of files and calls; `fileMarks` gives the position in it at which each call ended. */
function story(
  ...events: (ToolCall | { path: string; before?: string | null; after: string | null; by?: 'agent' | 'runtime' | 'user' })[]
) {
  let fileLog: FileLog = null;
  const calls: ToolCall[] = [];
  const fileMarks = new Map<string, number>();
  for (const event of events) {
    if ('toolCallId' in event) {
      calls.push(event);
      fileMarks.set(event.toolCallId, countOf(fileLog));
      continue;
    }
    const { path, after, by = 'runtime' } = event;
    const before = event.before == null ? event.before : hash(event.before);
    const base = { path, by, ...(before === undefined ? {} : { before }) };
    fileLog =
      after === null
        ? withFileEntry(fileLog, { type: 'file-removed', path, by, ...(before == null ? {} : { before }) })
        : withFileEntry(fileLog, { type: 'file-changed', hash: hash(after), size: 1, ...base });
  }
  return { calls, fileLog, fileMarks };
}

test('only a check that ran after the last change proves anything', () => {
  expect(workReport({ calls: [wrote('a'), ran('npm test', PASSED), wrote('b')], fileLog: null })).toMatchObject({
    checks: [],
    isChecked: false,
  });
  expect(workReport({ calls: [wrote('a'), ran('npm test', { kind: 'test', result: 'failed' }, 1)], fileLog: null })).toMatchObject({
    checks: [{ kind: 'command', command: 'npm test', exitCode: 1, result: 'failed' }],
    isChecked: true,
  });
});

test('what is no check, or proves nothing, leaves the work unchecked; the list of errors alone does too', () => {
  const empty: CommandCheck = { kind: 'test', result: 'unproven', why: 'it ran no test' };
  const calls = [
    wrote('a'),
    ran('cp a b'),
    ran('ln -s a b'),
    ran('npm test', empty),
    done({ type: 'errors-listed', source: 'all', count: 0, errors: [] }),
  ];
  expect(workReport({ calls, fileLog: null })).toMatchObject({
    checks: [
      { command: 'npm test', result: 'unproven', why: 'it ran no test' },
      { kind: 'problems', count: 0 },
    ],
    isChecked: false,
  });
});

test('edits, deletions and renames are changes; an unchanged write and a read are none', () => {
  expect(
    pathsOf([
      done({ type: 'file-modified', path: 'a' }),
      done({ type: 'file-deleted', path: 'b' }),
      done({ type: 'file-renamed', from: 'd', to: 'c' }),
      done({ type: 'file-unchanged', path: 'e' }),
      done(),
    ]),
  ).toEqual(['modified a', 'deleted b', 'created c', 'deleted d']);
});

test('what commands did to files counts like what tools did, and a deletion is a deletion', () => {
  const report = workReport(
    story(
      { path: 'src/a.ts', before: 'a', after: null },
      { path: 'src/b.ts', before: null, after: 'b' },
      { path: 'src/c.ts', before: 'c', after: 'd', by: 'user' },
      ran('rm src/a.ts && touch src/b.ts'),
    ),
  );
  expect(report.changed).toEqual([
    { path: 'src/a.ts', kind: 'deleted', by: 'runtime' },
    { path: 'src/b.ts', kind: 'created', by: 'runtime' },
    { path: 'src/c.ts', kind: 'modified', by: 'user' },
  ]);
});

test('a change after the last check makes the work unchecked again, whoever made it; one that was taken back does not', () => {
  const first = { path: 'a', before: null, after: 'a' } as const;
  expect(workReport(story(first, ran('npm test', PASSED))).isChecked).toBe(true);
  expect(workReport(story(first, ran('npm test', PASSED), { path: 'b', before: 'b', after: null })).isChecked).toBe(false);
  const back = [{ path: 'b', before: 'b', after: 'c' } as const, { path: 'b', before: 'c', after: 'b' } as const];
  expect(workReport(story(first, ran('npm test', PASSED), ...back)).isChecked).toBe(true);
});

test('what is not checked is what has changed since the last check, not what was checked before', () => {
  const made = { path: 'a', before: null, after: 'a' } as const;
  const unproven = ran('npm test | tail', { kind: 'test', result: 'unproven', why: 'its exit code is lost in the command' });
  const pathsOfUnchecked = (...events: Parameters<typeof story>) => workReport(story(...events)).unchecked.map(({ path }) => path);
  expect(pathsOfUnchecked(made, unproven)).toEqual(['a']);
  expect(pathsOfUnchecked(made, ran('npm test', PASSED))).toEqual([]);
  expect(pathsOfUnchecked(made, ran('npm test', PASSED), { path: 'b', before: null, after: 'b', by: 'agent' }, unproven)).toEqual(['b']);
  const told = workReport({ calls: [wrote('a'), ran('npm test', PASSED), wrote('b')], fileLog: null });
  expect(told.unchecked).toEqual([{ path: 'b', kind: 'created', by: 'agent' }]);
});

test('a database that a server writes when it is tried after the tests is no work to be checked; one that the agent writes is', () => {
  const checked = [{ path: 'a', before: null, after: 'a', by: 'agent' }, ran('npm test', PASSED)] as const;
  for (const path of ['notes.db', 'notes.db-wal', 'data/app.sqlite', 'server.log']) {
    expect(workReport(story(...checked, { path, before: null, after: 'b' }))).toMatchObject({ isChecked: true, unchecked: [] });
    expect(workReport(story(...checked, { path, before: null, after: 'b', by: 'agent' })).isChecked).toBe(false);
  }
  expect(workReport(story(...checked, { path: 'dist/app.js', before: null, after: 'b' })).isChecked).toBe(false);
});

test('what .gitignore leaves out is neither listed nor a reason to check again', () => {
  const sources = story({ path: 'a', before: null, after: 'a' }, ran('npm test', PASSED), { path: 'coverage/x', before: null, after: 'x' });
  const report = workReport({ ...sources, isIgnored: (path) => path.startsWith('coverage/') });
  expect(report).toMatchObject({ changed: [{ path: 'a' }], isChecked: true });
});

test('whatever happens to files, the report names exactly those that differ in the end', () => {
  const event = fc.record({ path: fc.constantFrom('a', 'b', 'c'), after: fc.constantFrom('1', '2', null) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() }), (events, there) => {
      const start = new Map(Object.entries(there).map(([path, isThere]) => [path, isThere ? '1' : null]));
      const now = new Map(start);
      const steps = events.flatMap(({ path, after }) => {
        const before = now.get(path) ?? null;
        now.set(path, after);
        return before === after ? [] : [{ path, before, after }];
      });
      const differing = [...start].filter(([path, before]) => now.get(path) !== before).map(([path]) => path);
      expect(
        workReport(story(...steps))
          .changed.map(({ path }) => path)
          .sort(),
      ).toEqual(differing.sort());
    }),
  );
});

test('a command that writes 20 000 files is reported in one pass', () => {
  let log: FileLog = null;
  for (let index = 0; index < 20_000; index++)
    log = withFileEntry(log, { type: 'file-changed', path: `f${index}`, hash: hash('a'), size: 1, by: 'runtime', before: null });
  expect(costOf(() => expect(workReport({ calls: [], fileLog: log }).changed).toHaveLength(20_000))).toBeLessThan(40);
  expect(netChanges([])).toEqual([]);
});

test('failed and cancelled calls are no work', () => {
  const failed = toolCallSchema.parse({
    toolCallId: 'f',
    stepId: 's',
    toolName: 'devonz_write_file',
    input: {},
    status: 'error',
    code: 'failed',
    message: 'no',
    finishedAt: 1,
  });
  expect(workReport({ calls: [failed], fileLog: null })).toEqual({ changed: [], checks: [], isChecked: false, unchecked: [] });
});

describe('a check that continues in the background', () => {
  const inBackground = (status: 'timed_out' | 'completed', check: CommandCheck, exitCode: number | null = null) =>
    done({ type: 'command-ran', command: 'npm run build', status, exitCode, errors: [], check, processId: 'p1' });
  const started = () => inBackground('timed_out', { kind: 'build', result: 'unproven', why: 'it had not ended' });
  const ended = () => inBackground('completed', { kind: 'build', result: 'passed' }, 0);
  const edit = { path: 'src/a.ts', after: 'a', by: 'agent' } as const;

  test('counts from its start, with the files that programs write until its end', () => {
    expect(workReport(story(edit, wrote('src/a.ts'), started(), { path: 'dist/a.js', after: 'b' }, ended()))).toMatchObject({
      isChecked: true,
      checks: [{ command: 'npm run build', result: 'passed', exitCode: 0 }],
      unchecked: [],
    });
  });

  test('proves nothing about a change after its start', () => {
    expect(workReport(story(edit, started(), { path: 'src/b.ts', after: 'b', by: 'agent' }, ended()))).toMatchObject({ isChecked: false });
    expect(workReport(story(edit, started(), { path: 'src/b.ts', after: 'b', by: 'user' }, ended()))).toMatchObject({ isChecked: false });
    expect(workReport({ calls: [wrote('a'), started(), wrote('b'), ended()], fileLog: null })).toMatchObject({ isChecked: false });
  });

  test('proves nothing about what programs write after its end, nor without its start', () => {
    expect(workReport(story(edit, started(), ended(), { path: 'src/c.ts', after: 'c' }))).toMatchObject({ isChecked: false });
    expect(workReport(story(edit, ended()))).toMatchObject({ isChecked: false, checks: [] });
  });

  test('is unproven while it runs', () => {
    expect(workReport(story(edit, started()))).toMatchObject({
      isChecked: false,
      checks: [{ result: 'unproven', why: 'it had not ended' }],
    });
  });
});
