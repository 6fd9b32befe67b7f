import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { $typesNote } from '../stores/types.ts';
import type { TypeAnswer, TypeProblem, TypeQuestion } from './type-questions.ts';
import { type TypesClient, TypesEndedError } from './types-client.ts';
import { createTypesService } from './types-service.ts';

afterEach(() => $typesNote.set(null));

const WRONG: TypeProblem = { path: 'src/a.ts', line: 3, from: 0, to: 1, severity: 'error', message: 'no such name', code: 2304 };
const WHY = 'TypeScript did not answer within 10 seconds and was started again.';

/** A project of two files, with a worker that ends when it is asked about a file in `endsAt`. */
function setUp(paths: readonly string[] = ['tsconfig.json', 'src/a.ts', 'src/b.ts']) {
  const clock = new TestClock();
  const endsAt = new Set<string>();
  let isRunning = false;
  let published: readonly TypeProblem[] = [];
  const answer = async (question: TypeQuestion): Promise<TypeAnswer> => {
    isRunning = true;
    const name = question.kind === 'survey' ? 'survey' : question.path;
    if (endsAt.has(name)) throw new TypesEndedError(WHY);
    if (question.kind === 'survey') return { paths: ['src/a.ts', 'src/b.ts'], problems: [], missing: [] };
    return { problems: name === 'src/a.ts' ? [WRONG] : [], missing: [] };
  };
  const client: TypesClient = {
    isRunning: () => isRunning,
    // The cast: each kind of question is answered with its kind of answer.
    ask: (question) => answer(question as TypeQuestion) as never,
    changeFiles: () => undefined,
    forgetPackages: () => undefined,
    showTexts: () => undefined,
    end: () => undefined,
  };
  const service = createTypesService({
    client,
    clock,
    paths: () => paths,
    listFolder: async () => null,
    publish: (problems) => {
      published = problems;
    },
  });
  return {
    clock,
    endsAt,
    service,
    published: () => published,
    /** Lets this much time pass and waits for the checks that it starts. */
    async checked(ms: number) {
      for (const passing of [ms, 1]) {
        const settled = service.settled();
        clock.pass(passing);
        await settled;
      }
    },
    change(path: string) {
      const place = toWorkspacePath(path);
      if (place !== null) service.onFileEvent({ type: 'changed', path: place });
    },
  };
}

test('an answer that does not come is no problem of the project: it is said, and the file is checked again after a pause', async () => {
  const { service, endsAt, published, checked, change } = setUp();
  await checked(1);
  expect([published(), service.note()]).toEqual([[WRONG], null]);
  endsAt.add('src/a.ts');
  change('src/a.ts');
  await checked(600);
  expect(published()).toEqual([]);
  expect(service.note()).toContain(`The types of src/a.ts are not checked right now: ${WHY} That is no error of the project.`);
  expect($typesNote.get()).toContain('src/a.ts');
  endsAt.clear();
  await checked(30_000);
  expect([published(), service.note(), $typesNote.get()]).toEqual([[WRONG], null, null]);
});

test('whoever reads the problems has a project with a configuration checked, with no file open', async () => {
  const typed = setUp();
  typed.clock.pass(60_000);
  expect(typed.published()).toEqual([]);
  typed.service.checkTypes();
  typed.clock.pass(1);
  await expect.poll(typed.published).toEqual([WRONG]);
  const plain = setUp(['index.html', 'src/a.ts']);
  plain.service.checkTypes();
  expect(plain.clock.waiting()).toBe(0);
});

test('a project that ends the worker again and again rests as a whole, and comes back when it can', async () => {
  const { service, endsAt, published, checked, change } = setUp();
  for (const path of ['src/a.ts', 'src/b.ts', 'survey']) endsAt.add(path);
  await checked(1);
  for (const path of ['src/a.ts', 'src/b.ts', 'src/a.ts']) {
    change(path);
    await checked(600);
  }
  expect(service.note()).toMatch(/^Types are not checked right now: /);
  await checked(30_000);
  expect(published()).toEqual([]);
  endsAt.clear();
  await checked(600_000);
  expect([published(), service.note()]).toEqual([[WRONG], null]);
});

test('what is still being checked is said', async () => {
  const { service, checked, change } = setUp();
  await checked(1);
  change('src/b.ts');
  expect(service.note()).toBe('Types are still being checked: errors of types may be missing. Ask again in a few seconds.');
  await checked(600);
  expect(service.note()).toBeNull();
});
