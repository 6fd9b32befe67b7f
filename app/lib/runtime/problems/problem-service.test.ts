import { describe, expect, test } from 'vitest';
import type { EndedCheck } from '../../protocol/project-facts/ended-check.ts';
import { $problems } from '../../stores/workbench.ts';
import { createProblemService } from './problem-service.ts';

const create = () => createProblemService({ root: () => '/home/project', isFile: (path) => path === 'src/App.tsx' });

describe('problems', () => {
  test('are read from what Node prints, with the file and line above the message', () => {
    const problems = create();
    problems.scanOutput(
      'file:///home/project/src/sum.js:4\r\n  return a + c;\r\n             ^\r\n\r\nReferenceError: c is not defined\r\n    at sum (file:///home/project/src/sum.js:4:14)\r\n',
      'agent',
    );
    expect(problems.list('terminal')).toEqual([
      { source: 'terminal', message: 'ReferenceError: c is not defined', file: 'src/sum.js', line: 4, count: 1 },
    ]);
  });

  test('take their place from the first line of the stack that is in the project', () => {
    const problems = create();
    problems.scanOutput(
      'TypeError: x is not a function\n    at run (/home/project/node_modules/lib/index.js:3:1)\n    at main (/home/project/app.js:9:3)\n',
      'agent',
    );
    expect(problems.list('all')).toMatchObject([{ file: 'app.js', line: 9 }]);
  });

  test('of failing tests take their place from the runner, whose paths are relative; again they are counted, not repeated', () => {
    const problems = create();
    const run = [
      ' FAIL  src/App.tsx > negatives',
      'AssertionError: expected -3 to be -4 // Object.is equality',
      '',
      '- -4',
      '+ -3',
      '',
      ' ❯ check node_modules/lib/index.js:7:1',
      ' ❯ src/App.tsx:4:47',
      '      3| ',
      '      4| test()',
      ' ❯ src/App.tsx:9:1',
      ' FAIL  src/App.tsx > zero',
      'AssertionError: expected 0 to be 1',
      '    at Object.<anonymous> (src/App.tsx:5:10)',
    ].join('\n');
    problems.scanOutput(`${run}\n`, 'agent');
    const found = [
      { message: 'AssertionError: expected 0 to be 1', file: 'src/App.tsx', line: 5, count: 1 },
      { message: 'AssertionError: expected -3 to be -4 // Object.is equality', file: 'src/App.tsx', line: 4, count: 1 },
    ];
    expect(problems.list('terminal')).toMatchObject(found);
    problems.scanOutput(`${run}\n`, 'agent');
    expect(problems.list('terminal')).toMatchObject(found.map((one) => ({ ...one, count: 2 })));
  });

  test('are none where a REPL answers to a line of the user', () => {
    const problems = create();
    problems.scanOutput('> no.such\r\nUncaught ReferenceError: no is not defined\r\n> \r\n', 'agent');
    expect(problems.list('all')).toEqual([]);
  });

  test('are none where a user mistypes a command; where the agent does, and in what either runs, they are', () => {
    const problems = create();
    problems.scanOutput('jsh: gti: command not found\n', 'user');
    expect(problems.list('all')).toEqual([]);
    problems.scanOutput('jsh: gti: command not found\n', 'agent');
    problems.scanOutput('TypeError: x is not a function\n', 'user');
    expect(problems.list('all').map(({ message }) => message)).toEqual(['TypeError: x is not a function', 'gti: command not found']);
  });

  test('of two terminals at once are not read as one line', () => {
    const problems = create();
    problems.scanOutput('TypeErr', 'agent');
    problems.scanOutput('listening\n', 'user');
    problems.scanOutput('or: boom\n', 'agent');
    expect(problems.list('all')).toMatchObject([{ message: 'TypeError: boom' }]);
  });

  test('are cut where a program prints without end', () => {
    const problems = create();
    problems.scanOutput(`Error: ${'x'.repeat(1_000_000)}\n`, 'agent');
    problems.addPreviewError('y'.repeat(1_000_000), undefined);
    expect(problems.list('all').map(({ message }) => message.length)).toEqual([2_001, 2_001]);
  });

  test('are counted, not repeated', () => {
    const problems = create();
    for (let time = 0; time < 3; time++) problems.scanOutput('TypeError: x is not a function\n', 'agent');
    expect(problems.list('all')).toMatchObject([{ message: 'TypeError: x is not a function', count: 3 }]);
  });

  test('of a build are distinguished from those of a program', () => {
    const problems = create();
    problems.scanOutput("src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n", 'agent');
    expect(problems.list('build')).toEqual([
      { source: 'build', message: "TS2322: Type 'string' is not assignable to type 'number'.", file: 'src/a.ts', line: 3, count: 1 },
    ]);
    expect(problems.list('terminal')).toEqual([]);
  });

  test('are found when a chunk ends in the middle of a line and between colours', () => {
    const problems = create();
    problems.scanOutput('\x1b[31mSyntaxErr', 'agent');
    problems.scanOutput('or: Unexpected token\x1b[0m\n', 'agent');
    expect(problems.list('all')).toMatchObject([{ message: 'SyntaxError: Unexpected token' }]);
  });

  test('of the preview name the served file', () => {
    const problems = create();
    problems.addPreviewError('boom', 'Error: boom\n    at http://p3000.run.ide.localhost:8788/app.js:12:9');
    expect(problems.list('preview')).toEqual([{ source: 'preview', message: 'boom', file: 'app.js', line: 12, count: 1 }]);
  });

  test('of before an edit stay in sight of people, while the agent learns only what comes after it', () => {
    const problems = create();
    problems.scanOutput('TypeError: old\n', 'agent');
    problems.onEdited();
    expect($problems.get()).toMatchObject([{ message: 'TypeError: old' }]);
    expect(problems.list('all')).toEqual([]);
    problems.scanOutput('Listening on port 3000\n', 'agent');
    expect($problems.get()).toEqual([]);
    problems.scanOutput('TypeError: new\n', 'agent');
    expect(problems.list('all')).toMatchObject([{ message: 'TypeError: new' }]);
  });

  const types = (rest: Partial<EndedCheck> = {}): EndedCheck[] => {
    return [{ kind: 'types', program: 'tsc', project: '', operands: [], hasPassed: false, isWhole: false, ...rest }];
  };
  const OLD = 'src/a.ts(3,5): error TS2322: Old.\n';
  const LATER = 'src/b.ts(1,1): error TS2345: Later.\n';
  const reported = (...checks: EndedCheck[]) => {
    const problems = create();
    problems.scanOutput(OLD, 'agent');
    problems.checked(checks, OLD);
    return problems;
  };

  test('of a check are gone when a later run of it has passed, however little that printed', () => {
    const problems = reported(...types());
    problems.checked(types({ hasPassed: true }), '');
    expect(problems.list('all')).toEqual([]);
    expect($problems.get()).toEqual([]);
  });

  test('of a check are replaced by those of its next whole run, and kept by one whose output is cut', () => {
    for (const isWhole of [true, false]) {
      const problems = reported(...types());
      problems.scanOutput(LATER, 'agent');
      problems.checked(types({ isWhole }), LATER);
      expect(problems.list('all').map(({ file }) => file)).toEqual(isWhole ? ['src/b.ts'] : ['src/b.ts', 'src/a.ts']);
    }
  });

  test.each([
    ['another program', types({ program: 'eslint', kind: 'lint', hasPassed: true })],
    ['another project', types({ project: 'other/tsconfig.json', hasPassed: true })],
    ['fewer files', types({ operands: ['src/b.ts'], hasPassed: true })],
  ])('of a check outlast a run of %s', (_which, checks) => {
    const problems = reported(...types());
    problems.checked(checks, '');
    expect(problems.list('all')).toHaveLength(1);
  });

  test('of a compiler and of a test in one command are each told by their own check', () => {
    const problems = create();
    const both = `${OLD}AssertionError: no\n`;
    const tests: EndedCheck = {
      ...types()[0],
      kind: 'test',
      program: 'vitest',
      operands: [],
      project: '',
      hasPassed: false,
      isWhole: false,
    };
    problems.scanOutput(both, 'agent');
    problems.checked([...types(), tests], both);
    problems.checked(types({ hasPassed: true }), '');
    expect(problems.list('all')).toMatchObject([{ message: 'AssertionError: no' }]);
  });

  test('are not made of ordinary output', () => {
    const problems = create();
    problems.scanOutput('0 errors\nno Error: here\nadded 5 packages\nServer on http://localhost:3000\n', 'agent');
    expect(problems.list('all')).toEqual([]);
  });
});
