import { expect, test } from 'vitest';
import type { OwnChange, PastPlace } from '../../agent/contract/tool-ports.ts';
import { sessionFactsWith } from '../../agent/testing/session-facts-with.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { historyTool } from '../history.ts';
import { BETWEEN, editedFile, NOW, own, THEN } from '../testing/edited-file.ts';
import { failureOf, outputOf } from '../testing/run-tool.ts';

const FILE = toWorkspacePath('src/a.ts') ?? expect.unreachable();

/** Adds restores to the places, newest first. */
const restoredAfter =
  (...restored: OwnChange['restored'][]) =>
  async (): Promise<PastPlace[]> => [
    ...restored.map((how, index): PastPlace => {
      const more = { at: 0, what: 'Wrote src/a.ts', label: null, files: ['src/a.ts'] };
      return { step: 40 - index, ref: `change ${9 - index}`, ...own(0, { toolName: 'devonz_history', restored: how }), ...more };
    }),
    ...(await editedFile().context.versions.places()),
  ];

test('the last edit stays the last one after it was taken back: again it says so, and changes nothing', async () => {
  const { workspace, context } = editedFile({ 'src/a.ts': BETWEEN }, { places: restoredAfter('whole') });
  const restore = { action: 'restore', path: 'src/a.ts', before: 'last edit' };
  expect((await failureOf(historyTool, restore, context)).message).toBe(
    'src/a.ts is already as it was before change 2 (devonz_edit_file: Wrote src/a.ts). Nothing was restored. That edit is already undone. To go to any other time, name its change or version: the list of src/a.ts shows them.',
  );
  expect(workspace.text('src/a.ts')).toBe(BETWEEN);
  const lines = editedFile({ 'src/a.ts': THEN.replace('six', '6') }, { places: restoredAfter('lines') });
  await outputOf(historyTool, restore, lines.context);
  expect(lines.workspace.text('src/a.ts')).toBe(BETWEEN);
});

test('after a restore to an older time, the last edit is not brought back half: the time must be named', async () => {
  const { workspace, context } = editedFile({ 'src/a.ts': THEN }, { places: restoredAfter('whole') });
  expect((await failureOf(historyTool, { action: 'restore', path: 'src/a.ts', before: 'last edit' }, context)).message).toBe(
    'You have restored src/a.ts after its last edit, in change 9 (devonz_history: restored src/a.ts), to another time. Nothing was restored. To go to any other time, name its change or version: the list of src/a.ts shows them.',
  );
  expect(workspace.text('src/a.ts')).toBe(THEN);
  await outputOf(historyTool, { action: 'restore', path: 'src/a.ts', before: 'change 2' }, context);
  expect(workspace.text('src/a.ts')).toBe(BETWEEN);
});

test('a piece that reaches out of the lines, lines that did not change and lines after the end change nothing', async () => {
  const restore = (lines: string) => ({ action: 'restore', path: 'src/a.ts', before: 'this task', lines });
  for (const [lines, why] of [
    ['5', 'lines 5-6 changed as one piece. Give a range with all of them.'],
    ['3-4', 'lines 3-4 are already as they were.'],
    ['90', 'the file has 7 lines now; line 90 is after its end.'],
  ] as const) {
    const { workspace, context } = editedFile();
    expect((await failureOf(historyTool, restore(lines), context)).message).toContain(why);
    expect(workspace.text('src/a.ts')).toBe(NOW);
  }
});

test('a link on the way and a lock keep a file from being restored', async () => {
  const linked = editedFile({ 'real.ts': NOW });
  await linked.workspace.makeLink(FILE, '../real.ts');
  const input = { action: 'restore', path: 'src/a.ts', version: 20 };
  expect(await failureOf(historyTool, input, linked.context)).toMatchObject({ code: 'outside_project' });
  expect(await failureOf(historyTool, { action: 'diff', path: 'src/a.ts' }, linked.context)).toMatchObject({ code: 'outside_project' });
  expect(linked.workspace.text('real.ts')).toBe(NOW);
  const { context } = editedFile();
  const session = sessionFactsWith({ lockedPaths: ['src'] });
  expect(await failureOf(historyTool, input, { ...context, session })).toMatchObject({ code: 'locked' });
});
