import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTargetOf } from '../../protocol/files/file-version.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { chatId, openPastProject, type PastProject, pathOf } from './testing/past-project.ts';

/* Random steps that create links, change their targets, and replace files and folders with links and vice versa, some of which are undone and redone. Link targets never change, and the files always match the journal. */

const PATHS = ['a', 'b', 'dir', 'dir/x', 'dir/deep/y'];
const path = fc.constantFrom(...PATHS);
const change = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('write' as const), path, text: fc.constantFrom('1\n', '2\n') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('link' as const),
      path,
      to: fc.constantFrom('a', 'b', 'dir', 'dir/x', '../a', '.', '../../out'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), path }) },
);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('step' as const), changes: fc.array(change, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('undo' as const), place: fc.nat(20), answer: fc.constantFrom('merge', 'together', 'cancel') }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore' as const), place: fc.nat(20) }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const filesThere = ({ plain }: PastProject) => ({
  ...Object.fromEntries(plain.paths().map((name) => [name, plain.text(name)])),
  ...Object.fromEntries(Object.entries(plain.links()).map(([name, target]) => [name, `link:${target}`])),
});

/** Returns the versions of the files before that record, derived only from the journal. */
async function versionsBefore({ journal }: PastProject, before: number): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { sequence, event } of (await journal.load(chatId)).records) {
    if (sequence >= before) break;
    if (event.type === 'file-removed') versions.delete(event.path);
    if (event.type === 'file-changed') versions.set(event.path, event.hash);
  }
  return versions;
}

async function carryOut({ program }: PastProject, given: Change): Promise<void> {
  const refused = () => undefined;
  if (given.type === 'write') await program.writeFile(pathOf(given.path), new TextEncoder().encode(given.text)).catch(refused);
  else if (given.type === 'link') await program.makeLink(pathOf(given.path), given.to).catch(refused);
  else await program.remove(pathOf(given.path)).catch(refused);
}

async function sequenceAt(project: PastProject, at: number): Promise<number | null> {
  const steps = await project.steps();
  return steps[at % Math.max(1, steps.length)]?.sequence ?? null;
}

async function perform(project: PastProject, act: Act): Promise<void> {
  const { service } = project;
  if (act.type === 'step') {
    const work = async () => {
      for (const each of act.changes) await carryOut(project, each);
      return [];
    };
    return project.step(work);
  }
  const sequence = await sequenceAt(project, act.place);
  if (sequence === null) return;
  const before = filesThere(project);
  if (act.type === 'restore') {
    const wanted = await versionsBefore(project, sequence);
    const said = project.problems().length;
    await service.restoreCheckpoint(sequence);
    expect(project.problems().slice(said)).toEqual([]);
    return expect(new Map(project.mirror.files())).toEqual(wanted);
  }
  const problems = project.problems().length;
  const count = (await project.steps()).length;
  await service.undoStep(sequence);
  if ($undoQuestion.get() !== null) await service.answerUndo(act.answer);
  if ($undoQuestion.get() !== null) await service.answerUndo('cancel');
  if ((await project.steps()).length === count) return expect(filesThere(project)).toEqual(before);
  if (project.problems().length > problems) return;
  const after = filesThere(project);
  await service.undoStep(await project.sequenceOf(-1));
  if (project.problems().length === problems) expect(filesThere(project)).toEqual(before);
  await service.undoStep(await project.sequenceOf(-1));
  if (project.problems().length === problems) expect(filesThere(project)).toEqual(after);
}

test('whatever links are made, taken back and brought again, the files are those of the journal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      const project = await openPastProject();
      await project.write('a', 'a\n', project.user);
      await project.write('dir/x', 'x\n', project.user);
      for (const each of acts) {
        await perform(project, each);
        expect(Object.keys(filesThere(project)).sort()).toEqual([...project.mirror.files().keys()].sort());
        for (const [name, version] of project.mirror.files())
          if (linkTargetOf(version) !== null) expect(filesThere(project)[name]).toBe(version);
        const journaled = await project.journaledFiles(Number.POSITIVE_INFINITY);
        for (const name of project.plain.paths()) expect(project.plain.text(name)).toBe(journaled.get(name));
      }
      // If only some steps are undone, a file's path may now be a folder or behind a link. That is reported, and everything else is undone.
      for (const problem of project.problems()) expect(problem).toMatch(/is a folder|is a file|is a symbolic link now/);
    }),
    { numRuns: 60 },
  );
});

test('a file is restored where only an emptied folder is by now', async () => {
  const project = await openPastProject();
  await project.write('dir', '1\n', project.user);
  await perform(project, { type: 'step', changes: [{ type: 'write', path: 'a', text: '1\n' }] });
  const then = Math.max(...(await project.steps()).map(({ sequence }) => sequence));
  const changes: Change[] = [
    { type: 'remove', path: 'dir' },
    { type: 'write', path: 'dir/deep/y', text: '1\n' },
  ];
  await perform(project, { type: 'step', changes });
  await perform(project, { type: 'step', changes: [{ type: 'remove', path: 'dir/deep/y' }] });
  expect(await project.plain.kindOf(pathOf('dir'))).toBe('directory');
  await project.service.restoreCheckpoint(then);
  expect(project.problems()).toEqual([]);
  expect(project.plain.text('dir')).toBe('1\n');
});
