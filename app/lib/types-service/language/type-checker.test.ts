import { describe, expect, test } from 'vitest';
import { ALL_LIBRARIES } from '../testing/all-libraries.ts';
import { MemoryFiles } from '../testing/memory-files.ts';
import type { FileCheck, TypeAnswers, TypeQuestion, TypeQuestionKind, TypeQuestionOf } from '../type-questions.ts';
import { TypeChecker } from './type-checker.ts';

function start(contents: Readonly<Record<string, string>>) {
  const memory = new MemoryFiles(contents);
  const files = memory.projectFiles();
  const checker = new TypeChecker(files, () => ALL_LIBRARIES);
  // The answer to a kind of question is of that kind.
  const ask = <Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>) =>
    checker.answer(question as TypeQuestion) as TypeAnswers[Kind] | null;
  const check = (path: string): FileCheck => ask({ kind: 'check', path }) ?? { problems: [], missing: [] };
  const problems = (path: string) => check(path).problems.map(({ line, code, message }) => `${line}: TS${code} ${message}`);
  const at = (path: string, mark: string) => ({ path, offset: (memory.contents.get(path) ?? '').indexOf(mark) + mark.length });
  return { memory, files, ask, check, problems, at };
}

const STRICT = JSON.stringify({
  compilerOptions: { strict: true, module: 'ESNext', moduleResolution: 'bundler', target: 'ES2022', jsx: 'react-jsx' },
});

describe('a file', () => {
  test('is checked as its tsconfig says, with what is typed and not saved', () => {
    const { problems, files } = start({
      'tsconfig.json': STRICT,
      'a.ts': 'export const a: number = 1;\n',
      'b.ts': "import { a } from './a';\na.no;\n",
    });
    expect(problems('b.ts')).toEqual(["2: TS2339 Property 'no' does not exist on type 'number'."]);
    files.show('b.ts', "import { a } from './a';\r\na.toFixed();\r\n");
    expect(problems('b.ts')).toEqual([]);
    files.show('b.ts', null);
    expect(problems('b.ts')).toHaveLength(1);
  });

  test('is found again when what it imports comes, goes or is renamed', () => {
    const { problems, files, memory } = start({
      'tsconfig.json': STRICT,
      'b.ts': "import { a } from './a';\nexport const b: string = a;\n",
    });
    expect(problems('b.ts')[0]).toContain('TS2307');
    memory.contents.set('a.ts', 'export const a = 1;\n');
    files.put('a.ts');
    expect(problems('b.ts')[0]).toContain('TS2322');
    memory.contents.delete('a.ts');
    files.remove('a.ts');
    expect(problems('b.ts')[0]).toContain('TS2307');
  });
});
