import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { openPastProject, type PastProject, pathOf } from './testing/past-project.ts';

let project: PastProject;
let plain: PastProject['plain'];
let service: PastProject['service'];

async function setUp() {
  project = await openPastProject();
  ({ plain, service } = project);
}
beforeEach(setUp);

const { append, write, step, writes, runs, steps, labels, sequenceOf, notice } = {
  append: (...given: Parameters<PastProject['append']>) => project.append(...given),
  write: (...given: Parameters<PastProject['write']>) => project.write(...given),
  step: (...given: Parameters<PastProject['step']>) => project.step(...given),
  writes:
    (...given: Parameters<PastProject['writes']>) =>
    () =>
      project.writes(...given)(),
  runs:
    (...given: Parameters<PastProject['runs']>) =>
    () =>
      project.runs(...given)(),
  steps: () => project.steps(),
  labels: () => project.labels(),
  sequenceOf: (index: number) => project.sequenceOf(index),
  notice: () => project.notice(),
};
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

test('steps are named by what they did: writes of one answer together, each command by itself, the user and programs apart', async () => {
  await append({ type: 'run-started', maxIterations: 25 });
  await step(writes('src/App.tsx', 'a'), writes('b.css', 'b'), writes('c.ts', 'c'), runs('npm install', 'package-lock.json', '{}'));
  await step(async () => {
    await project.agent.rename(pathOf('b.css'), pathOf('d.css'));
    return [{ type: 'file-renamed', from: 'b.css', to: 'd.css' }];
  });
  await step(async () => {
    await project.agent.remove(pathOf('c.ts'));
    return [{ type: 'file-deleted', path: 'c.ts' }];
  });
  await append({ type: 'run-ended', outcome: 'completed' });
  await write('notes.md', 'mine', project.user);
  await write('log.txt', 'line', project.program);
  expect(await labels()).toEqual([
    'Wrote src/App.tsx and 2 more',
    'npm install',
    'Renamed b.css to d.css',
    'Removed c.ts',
    'You: Wrote notes.md',
    'Programs: Wrote log.txt',
  ]);
});

test('undo takes back the last step only, says so to the agent, and is itself taken back byte for byte', async () => {
  await step(writes('a.txt', 'a1'));
  await step(writes('a.txt', 'a2'), runs('npm install', 'lock', '1'));
  await service.undoLastStep();
  expect([plain.text('a.txt'), plain.text('lock')]).toEqual(['a2', null]);
  expect(project.remarks[0]).toContain('The user took back this step: “npm install”. Removed: lock.');
  expect(project.remarks[0]).toContain(
    "outside of the project's files (installed packages, databases, processes) was not undone: npm install.",
  );
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBe('a1');
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBeNull();
  await service.undoLastStep();
  expect(notice()).toContain('No step of this chat has changes left');
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([false, false, false, true, true, true]);

  await service.undoStep(await sequenceOf(-1));
  expect(plain.text('a.txt')).toBe('a1');
  expect((await steps())[0]?.isInEffect).toBe(true);
  expect(await labels()).toContain('Took back “Took back “Wrote a.txt””');
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBeNull();
});

test('a step that others build on is asked about; merged, later lines stay', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')), writes('b.txt', 'b'));
  await write('a.txt', LINES.replace('one', 'ONE').replace('five', 'FIVE'), project.user);
  await service.undoLastStep();
  expect($undoQuestion.get()).toMatchObject({
    label: 'Wrote a.txt and 1 more',
    later: [{ label: 'You: Wrote a.txt' }],
    merged: ['a.txt'],
    conflicts: [],
    exact: 1,
  });
  expect(plain.text('b.txt')).toBe('b');
  await service.answerUndo('merge');
  expect($undoQuestion.get()).toBeNull();
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual([LINES.replace('five', 'FIVE'), null]);
  expect(project.remarks[0]).toContain('Later changes kept, the rest written back: a.txt.');
});

test('together, the later steps go too', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')));
  await step(writes('a.txt', LINES.replace('one', 'ONE').replace('two', 'TWO')), writes('b.txt', 'b'));
  await step(writes('c.txt', 'c'));
  await service.undoStep(await sequenceOf(1));
  expect($undoQuestion.get()).toMatchObject({ conflicts: [{ path: 'a.txt', lines: [{ now: 'ONE\nTWO\n', before: 'one\ntwo\n' }] }] });
  await service.answerUndo('together');
  expect([plain.text('a.txt'), plain.text('b.txt'), plain.text('c.txt')]).toEqual([LINES, null, 'c']);
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([true, false, false, true, true]);
});

test('conflicts are never written: the file stays, and that is said', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')), writes('b.txt', 'b'));
  await step(writes('a.txt', LINES.replace('one', 'ONCE')));
  await service.undoStep(await sequenceOf(1));
  await service.answerUndo('merge');
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual([LINES.replace('one', 'ONCE'), null]);
  expect(notice()).toContain('1 file was left as it is.');
  expect(project.remarks[0]).toContain('Left as they are, since later changes touch the same lines: a.txt.');
  // The rest of the step is still in effect.
  expect((await steps())[1]?.isInEffect).toBe(true);
});

test('what has changed since the question is asked about again, and a cancelled one changes nothing', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')));
  await write('a.txt', LINES.replace('one', 'ONE').replace('five', 'FIVE'), project.user);
  await service.undoLastStep();
  await append({ type: 'run-ended', outcome: 'stopped' });
  await write('a.txt', LINES.replace('one', 'mine').replace('five', 'FIVE'), project.user);
  await service.answerUndo('merge');
  expect($undoQuestion.get()).toMatchObject({ conflicts: [{ path: 'a.txt' }] });
  await service.answerUndo('cancel');
  expect($undoQuestion.get()).toBeNull();
  expect(plain.text('a.txt')).toBe(LINES.replace('one', 'mine').replace('five', 'FIVE'));
});

test('one file of a step goes back alone; what each step changed, and since then, can be seen', async () => {
  await step(writes('a.txt', 'a1'), writes('b.txt', 'b1'));
  await step(writes('a.txt', 'a2'), writes('b.txt', 'b2'));
  const second = await sequenceOf(1);
  expect(await service.listChanges({ type: 'step', sequence: second })).toEqual([
    { path: 'a.txt', kind: 'modified', before: 'a1', after: 'a2' },
    { path: 'b.txt', kind: 'modified', before: 'b1', after: 'b2' },
  ]);
  await service.undoStep(second, 'b.txt');
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual(['a2', 'b1']);
  expect(await service.listChanges({ type: 'since', sequence: second })).toEqual([
    { path: 'a.txt', kind: 'modified', before: 'a1', after: 'a2' },
  ]);
});

test('the files go back to before any step', async () => {
  await step(writes('a.txt', 'a1'));
  await step(writes('a.txt', 'a2'));
  await step(writes('b.txt', 'b1'));
  await service.restoreCheckpoint(await sequenceOf(1));
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual(['a1', null]);
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([true, false, false, true]);
  expect(project.remarks[0]).toContain('before the step “Wrote a.txt”');
});

type Act = { type: 'write' | 'remove' | 'rename' | 'command'; file: number; to: number; line: number; text: string };
const act = fc.record({
  type: fc.constantFrom('write' as const, 'write' as const, 'remove' as const, 'rename' as const, 'command' as const),
  file: fc.nat(2),
  to: fc.nat(2),
  line: fc.nat(4),
  text: fc.constantFrom('x', 'y', 'z'),
});
const NAMES = ['a.txt', 'dir/b.txt', 'c.txt'];

async function perform({ type, file, to, line, text }: Act): Promise<readonly ToolEffect[]> {
  const path = NAMES[file] ?? expect.unreachable();
  const target = NAMES[to] ?? expect.unreachable();
  const lines = (plain.text(path) ?? LINES).split('\n');
  const changed = lines.with(line % lines.length, text).join('\n');
  if (type === 'command') return runs('npm run x', path, changed)();
  if (type === 'write') return writes(path, changed)();
  if (plain.text(path) === null || path === target) return [];
  if (type === 'remove') await project.agent.remove(pathOf(path));
  else await project.agent.rename(pathOf(path), pathOf(target));
  return [];
}
const all = () => NAMES.map((name) => plain.text(name));

test('undoing any steps and redoing that gives the same bytes; undoing the last one gives what was before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), fc.nat(), async (acts, pick) => {
      await setUp();
      const states = [all()];
      for (const each of acts) {
        const known = (await steps()).length;
        await step(() => perform(each));
        if ((await steps()).length > known) states.push(all());
      }
      const count = (await steps()).length;
      if (count === 0) return;
      expect(count).toBe(states.length - 1);
      await service.undoStep(await sequenceOf(-1));
      expect(all()).toEqual(states.at(-2));
      await service.undoStep(await sequenceOf(-1));
      expect(all()).toEqual(states.at(-1));

      const before = (await steps()).length;
      await service.undoStep(await sequenceOf(pick % count));
      if ($undoQuestion.get() !== null) await service.answerUndo(pick % 2 === 0 ? 'merge' : 'together');
      if ((await steps()).length > before) await service.undoStep(await sequenceOf(-1));
      expect($undoQuestion.get()).toBeNull();
      expect(all()).toEqual(states.at(-1));
    }),
    { numRuns: 25 },
  );
});

test('links that a command made, replaced and removed go back as links, files as files, and come again so; what a link leads to is not touched', async () => {
  await step(writes('a.txt', 'a'), writes('plain', 'was a file'), writes('dir/x.txt', 'x'));
  await project.program.makeLink(pathOf('old'), 'a.txt');
  await step(async () => {
    const { program } = project;
    await program.makeLink(pathOf('plain'), './a.txt');
    await program.makeLink(pathOf('new'), '../outside');
    await program.remove(pathOf('old'));
    await program.remove(pathOf('dir'));
    await program.makeLink(pathOf('dir'), '.');
    return [{ type: 'command-ran', command: 'ln', status: 'completed', exitCode: 0, errors: [] }];
  });
  const after = { plain: './a.txt', new: '../outside', dir: '.' };
  expect(plain.links()).toEqual(Object.fromEntries(Object.entries(after).sort()));
  await service.undoLastStep();
  expect(project.problems()).toEqual([]);
  expect(plain.links()).toEqual({ old: 'a.txt' });
  expect([plain.text('plain'), plain.text('dir/x.txt'), plain.text('a.txt')]).toEqual(['was a file', 'x', 'a']);
  await service.undoStep(await sequenceOf(-1));
  expect(plain.links()).toEqual(Object.fromEntries(Object.entries(after).sort()));
  expect([plain.text('plain'), plain.text('dir/x.txt'), plain.text('a.txt')]).toEqual([null, null, 'a']);
  await service.restoreCheckpoint(await sequenceOf(0));
  expect([plain.links(), plain.paths()]).toEqual([{}, []]);
});

test('a file is not put back through a link that is where its folder was', async () => {
  await step(writes('dir/x.txt', 'old'));
  await step(async () => {
    await project.program.rename(pathOf('dir'), pathOf('real'));
    await project.program.makeLink(pathOf('dir'), 'real');
    await write('real/x.txt', 'new', project.program);
    return [];
  });
  await service.undoStep(await sequenceOf(-1), 'dir/x.txt');
  expect(notice()).toContain('dir is a symbolic link now, and what it leads to would be changed');
  expect([plain.text('real/x.txt'), plain.links()]).toEqual(['new', { dir: 'real' }]);
});

test('an undo that the page ended in the middle of is in effect where it was done, and the next one does the rest', async () => {
  await project.write('a.txt', 'one\n', project.user);
  await project.write('b.txt', 'one\n', project.user);
  await project.step(project.writes('a.txt', 'two\n'), project.writes('b.txt', 'two\n'));
  const newest = await project.sequenceOf(-1);
  await project.append({ type: 'steps-undone', steps: [newest], label: 'Wrote a.txt and 1 more' });
  await project.write('a.txt', 'one\n', project.user);
  // The page ended here, so no later record was written.
  expect((await project.steps()).find(({ sequence }) => sequence === newest)?.isInEffect).toBe(true);
  await project.service.undoLastStep();
  expect([project.plain.text('a.txt'), project.plain.text('b.txt')]).toEqual(['one\n', 'one\n']);
  expect((await project.steps()).find(({ sequence }) => sequence === newest)?.isInEffect).toBe(false);
  expect(project.problems()).toEqual([]);
});
