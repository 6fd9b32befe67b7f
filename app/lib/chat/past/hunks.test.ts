import { beforeEach, describe, expect, test } from 'vitest';
import { $undoQuestion } from '../../stores/past.ts';
import type { ChangeSource } from './change-source.ts';
import { openPastProject, type PastProject, pathOf } from './testing/past-project.ts';

let project: PastProject;
beforeEach(async () => {
  project = await openPastProject();
});

const BASE = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);
const withLines = (changes: Record<number, string>, base: readonly string[] = BASE) =>
  base.map((line, index) => changes[index + 1] ?? line).join('');
const states = async (source: ChangeSource, path = 'a.txt') =>
  (await project.service.listHunks(source, path)).map(({ start, state, later }) => ({ line: start + 1, state, later }));

/** A file, and a step that has changed it near its beginning, its middle and its end. */
async function changedInThreePlaces(): Promise<{ type: 'step'; sequence: number }> {
  await project.step(project.writes('a.txt', withLines({})));
  await project.step(project.writes('a.txt', withLines({ 2: 'two\n', 10: 'ten\nand more\n', 18: '' })), project.writes('b.txt', 'b'));
  return { type: 'step', sequence: await project.sequenceOf(-1) };
}
async function undo(source: ChangeSource, place: number, path = 'a.txt') {
  const hunk = (await project.service.listHunks(source, path))[place] ?? expect.unreachable();
  await project.service.undoHunk(source, path, hunk);
}
const text = () => project.plain.text('a.txt');

describe('single hunks of a step', () => {
  test('one goes back, the others, later changes elsewhere and the other files stay', async () => {
    const step = await changedInThreePlaces();
    await project.step(project.writes('a.txt', withLines({ 2: 'two\n', 5: 'five\n', 10: 'ten\nand more\n', 18: '' })));
    expect(await states(step)).toEqual([2, 10, 18].map((line) => ({ line, state: 'there', later: [] })));
    await undo(step, 1);
    expect(text()).toBe(withLines({ 2: 'two\n', 5: 'five\n', 18: '' }));
    expect(project.plain.text('b.txt')).toBe('b');
    expect((await states(step)).map(({ state }) => state)).toEqual(['there', 'gone', 'there']);
    expect(project.remarks).toEqual([
      'The user took back line 10 of a.txt that the step “Wrote a.txt and 1 more” had changed; everything else of that file stayed. What you know about it is out of date: read it again before you change it.',
    ]);
    await undo(step, 1);
    expect(project.notice()).toContain('nothing to take back');
  });

  test('what was taken back is a step of its own that is taken back byte for byte', async () => {
    const step = await changedInThreePlaces();
    const before = text();
    await undo(step, 2);
    expect(text()).toBe(withLines({ 2: 'two\n', 10: 'ten\nand more\n' }));
    expect((await project.labels()).at(-1)).toBe('Took back “line 18 of a.txt”');
    await project.service.undoStep(await project.sequenceOf(-1));
    expect(text()).toBe(before);
    expect((await project.steps())[1]?.isInEffect).toBe(true);
  });

  test('one that later steps have changed says which, asks with both texts, and goes back only when that is agreed to', async () => {
    const step = await changedInThreePlaces();
    await project.step(project.writes('a.txt', withLines({ 1: 'zero\nline 1\n', 2: 'two\n', 10: 'ten\nand more\n', 18: '' })));
    await project.step(project.runs('npm run fix', 'a.txt', withLines({ 1: 'zero\nline 1\n', 2: 'two\n', 10: 'TEN\nand more\n', 18: '' })));
    const now = text();
    expect(await states(step)).toEqual([
      { line: 2, state: 'there', later: [] },
      { line: 10, state: 'changed', later: ['npm run fix'] },
      { line: 18, state: 'there', later: [] },
    ]);
    await undo(step, 1);
    expect($undoQuestion.get()).toMatchObject({
      type: 'hunk',
      label: 'line 10 of a.txt',
      later: ['npm run fix'],
      lines: [{ now: 'TEN\nand more\n', before: 'line 10\n' }],
    });
    await project.service.answerHunk('cancel');
    expect([text(), $undoQuestion.get()]).toEqual([now, null]);
    await undo(step, 1);
    await project.service.answerHunk('replace');
    expect(text()).toBe(withLines({ 1: 'zero\nline 1\n', 2: 'two\n', 18: '' }));
  });

  test('what has changed since the question is asked about again', async () => {
    const step = await changedInThreePlaces();
    await project.write('a.txt', withLines({ 2: 'mine\n', 10: 'ten\nand more\n', 18: '' }), project.user);
    await undo(step, 0);
    await project.append({ type: 'run-ended', outcome: 'stopped' });
    await project.write('a.txt', withLines({ 2: 'mine again\n', 10: 'ten\nand more\n', 18: '' }), project.user);
    await project.service.answerHunk('replace');
    expect($undoQuestion.get()).toMatchObject({ lines: [{ now: 'mine again\n', before: 'line 2\n' }], later: ['You: Wrote a.txt'] });
    expect(text()).toContain('mine again');
  });

  test('a mark at the beginning, ends of lines and a missing last one stay as they are', async () => {
    const base = '\uFEFFa\r\nb\r\nc\r\nd\r\ne\r\nf';
    await project.step(project.writes('a.txt', base));
    await project.step(project.writes('a.txt', '\uFEFFA\r\nb\r\nc\r\nd\r\ne\r\nF'));
    await undo({ type: 'step', sequence: await project.sequenceOf(1) }, 0);
    const bytes = await project.plain.readFile(pathOf('a.txt'));
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\uFEFFa\r\nb\r\nc\r\nd\r\ne\r\nF');
  });

  test('what is no text, was made, or is gone by now has none', async () => {
    const step = await changedInThreePlaces();
    expect(await states(step, 'b.txt')).toEqual([]);
    const [hunk] = await project.service.listHunks(step, 'a.txt');
    await project.agent.remove(pathOf('a.txt'));
    expect(await states(step)).toEqual([]);
    await project.service.undoHunk(step, 'a.txt', hunk ?? expect.unreachable());
    expect(project.notice()).toContain('a.txt is not there as text any more. Nothing was changed.');
  });
});

describe('single hunks of all that has changed', () => {
  test('since before a step, or since the newest task began: only these lines go back', async () => {
    const step = await changedInThreePlaces();
    project.mirror.markRunStart();
    await project.step(project.writes('a.txt', withLines({ 2: 'two\n', 6: 'six\n', 10: 'ten\nand more\n', 18: 'last\n' })));
    const since = { type: 'since', sequence: step.sequence } as const;
    expect(await states(since)).toEqual([2, 6, 10, 18].map((line) => ({ line, state: 'there', later: [] })));
    await undo(since, 0);
    expect(text()).toBe(withLines({ 6: 'six\n', 10: 'ten\nand more\n', 18: 'last\n' }));
    expect((await states({ type: 'task' })).map(({ line }) => line)).toEqual([2, 6, 19]);
    await undo({ type: 'task' }, 1);
    expect(text()).toBe(withLines({ 10: 'ten\nand more\n', 18: 'last\n' }));
  });

  test('a hunk that is no longer as it was shown is not taken back', async () => {
    const step = await changedInThreePlaces();
    const since = { type: 'since', sequence: step.sequence } as const;
    const [hunk] = await project.service.listHunks(since, 'a.txt');
    await project.write('a.txt', withLines({ 2: 'other\n' }), project.user);
    await project.service.undoHunk(since, 'a.txt', hunk ?? expect.unreachable());
    expect(project.notice()).toContain('a.txt has changed since these lines were shown. Nothing was changed');
    expect(text()).toBe(withLines({ 2: 'other\n' }));
  });
});
