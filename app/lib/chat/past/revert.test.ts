import { beforeEach, expect, test } from 'vitest';
import { openPastProject, type PastProject } from './testing/past-project.ts';

let project: PastProject;

beforeEach(async () => {
  project = await openPastProject();
});

async function task(): Promise<void> {
  await project.write('old.txt', 'one');
  await project.write('gone.txt', 'here');
  project.mirror.markRunStart();
  await project.step(project.writes('old.txt', 'two'));
  await project.step(project.writes('new.txt', 'fresh'));
}

const texts = () => ['old.txt', 'new.txt', 'gone.txt'].map((path) => project.plain.text(path));

test('a file goes back to what it was when the task began, the agent learns of it, and Redo brings it again', async () => {
  await task();
  await project.service.revertTask(['old.txt']);
  expect(texts()).toEqual(['one', 'fresh', 'here']);
  expect(project.remarks[0]).toContain('Written back: old.txt.');
  expect(project.notice()).toContain('Took back the changes of old.txt.');
  await project.service.undoStep(await project.sequenceOf(-1));
  expect(texts()).toEqual(['two', 'fresh', 'here']);
});

test('all of the task goes back: what it made is removed, what was there before stays', async () => {
  await task();
  await project.service.revertTask();
  expect(texts()).toEqual(['one', null, 'here']);
  expect(project.remarks[0]).toContain('Removed: new.txt.');
  await project.service.revertTask();
  expect(project.notice()).toContain('as they were before this task already');
  expect(project.problems()).toEqual([]);
});
