import { expect, test } from 'vitest';
import { costOfAsync } from '../../../../tests/setup/cost-of.ts';
import { ranNoTest, saidBy } from '../../agent/checks/check-output.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { loadsOf } from './loaded-files.ts';
import { readMakefile } from './read-makefile.ts';

const loads = async (command: string, files: Record<string, string>, folder: string | null = '') =>
  Object.fromEntries(await loadsOf([{ command, folder }], new MemoryWorkspace(files)));

test('what a file loads is followed through imports of every form', async () => {
  const files = {
    'main.mjs': "import a from './lib/a.js';\nexport * from './lib/b';\nconst c = require('./c.cjs');\nawait import(`./d.mjs`);\n",
    'lib/a.ts': "import '../deep/index.js';\n",
    'lib/b/index.ts': '',
    'c.cjs': '',
    'd.mjs': "import './main.mjs';\nimport 'left-pad';\n",
    'deep/index.js': '',
    'apart.js': '',
  };
  expect((await loads('node main.mjs', files))['main.mjs']?.toSorted()).toEqual([
    'c.cjs',
    'd.mjs',
    'deep/index.js',
    'lib/a.ts',
    'lib/b/index.ts',
  ]);
  expect(Object.keys(await loads('cd lib && node a.ts', files))).toEqual(['lib/a.ts']);
});

test('python and shell files are followed too', async () => {
  const files = {
    'run.py': 'import pkg.tool\nfrom other import x\n',
    'pkg/tool.py': '',
    'other.py': '',
    'x.sh': '. ./env.sh\nsource lib/y.sh\n',
    'env.sh': '',
    'lib/y.sh': '',
  };
  expect((await loads('python3 run.py', files))['run.py']).toEqual(['pkg/tool.py', 'other.py']);
  expect((await loads('bash x.sh', files))['x.sh']).toEqual(['env.sh', 'lib/y.sh']);
});

test('no text makes it take long', async () => {
  const long = 200_000;
  const hostile = [
    'import' + ' '.repeat(long),
    'from ' + '.'.repeat(long),
    'import '.repeat(long / 8),
    `require(${' '.repeat(long)}`,
    '\n'.repeat(long),
    ' \n'.repeat(long / 2),
    '\u2013'.repeat(long),
  ];
  const cost = await costOfAsync(async () => {
    for (const text of hostile) {
      for (const name of ['a.js', 'a.py', 'a.sh']) await loads(`node ${name}`, { [name]: text });
      readMakefile(text, ['x']);
      ranNoTest(text.slice(0, 30_000));
      saidBy(text.slice(0, 30_000));
    }
  });
  expect(cost).toBeLessThan(200);
});
