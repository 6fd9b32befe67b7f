import type { Writer } from './writer.ts';

/** Interpreters, package managers and project tools: stubs that only record how they were started. */
export const CODE_SHAPES: readonly (readonly [weight: number, write: (writer: Writer) => string])[] = [
  [4, interpreted],
  [5, packaged],
  [2, tool],
  [4, oddity],
];

/** Programs that run code. */
function interpreted(writer: Writer): string {
  const { random } = writer;
  const program = writer.program(
    random.pick([
      'node',
      'node',
      'python3',
      'python3',
      'tsx',
      'perl',
      'ruby',
      'php',
      'bun',
      'deno',
      'nodejs',
      'python',
      'ts-node',
      'lua',
      'nc.openbsd',
      'vim.tiny',
      'python3.11',
      'make',
      'logsave',
    ]),
  );
  const words = random.pick([
    'mk.js',
    'mk.js',
    './mk.js',
    'scripts/build.mjs',
    '--check src/index.ts',
    '-e 1',
    '-p process.env',
    '--version',
    '-m http.server',
    '-m json.tool data.json',
    '-m pytest',
    '-m unittest',
    '-m pip install x',
    '-c 1',
    '-',
    '< mk.js',
    '--import ./mk.js scripts/build.mjs',
    '-r ./mk.js scripts/build.mjs',
    '--test',
    '--test mk.js',
    '--watch mk.js',
    '--env-file=.env scripts/build.mjs',
    '-m compileall src',
    '-m mypy src',
    '-m http.server 8000',
    '-m left',
    "-pe 's/a/b/'",
    '-ne print',
    'm*.js',
    'run mk.js',
    '--loader ./mk.js x.js',
    '-l 8000',
    '-z localhost 80',
    '/dev/stdin',
    '-m py_compile mk.py',
    `${writer.path()}`,
    `${writer.path()}`,
    '-f Makefile',
    'all',
    'SHELL=./tool.sh',
    '-C src',
    `${writer.plainWritten()} echo x`,
    `-a ${writer.plainWritten()} cat notes.txt`,
    '--test-reporter=./mk.js --test',
    '-C ./mk.js',
  ]);
  return `${program} ${words}`;
}

function packaged(writer: Writer): string {
  const { random } = writer;
  const program = writer.program(random.pick(['npm', 'npm', 'pnpm', 'yarn', 'bun', 'npx', 'pnpx', 'bunx']));
  const words = random.pick([
    'test',
    'run test',
    'run build',
    'run dev',
    'run nothing',
    'install',
    'install left',
    'exec left',
    'exec -- left',
    'dlx left',
    'left',
    'create vite',
    'left-pad',
    'cowsay hi',
    'x left',
    '--no left',
    '--no-install left',
    'run test -- --run',
    'run build --prefix ..',
    '-C .. run test',
    'run',
    'ci',
    'publish',
    'config list',
    'config get _authToken',
    'view left',
    'ls',
    'outdated',
    'pack',
    'link',
    'rebuild',
    'run-script test',
    'explore left',
    'degit x',
    'test --workspaces',
    '--workspace=a run test',
    'run test -w packages/a',
    'init -y',
    'init vite',
    'audit',
    'audit fix',
    'why left',
    'set-script test x',
    'node mk.js',
    'node -e 1',
    'exec -c "cat .env"',
    'run env',
    'tsc',
    'vite',
    'eslint .',
    'vitest',
    'playwright',
    'cache clean',
    'root',
    'bin',
    'prefix',
    'run build --if-present',
    'start',
    'stop',
    'run --silent build',
    'test mk.js',
    'mk.js',
    './mk.js',
    'add left',
    'remove left',
    'store path',
    'import',
  ]);
  return `${program} ${words}`;
}

/** Project tools unknown to all tables. */
function tool(writer: Writer): string {
  const { random } = writer;
  const program = writer.program(random.pick(['tsc', 'eslint', 'prettier', 'vitest', 'jest', 'vite', 'biome', 'rimraf', 'left']));
  const words = random.pick([
    '--noEmit',
    'src',
    '--fix src',
    '--write src',
    '-c mk.js',
    '--config mk.js',
    '--config=.env',
    '--outDir ..',
    `-o ${writer.plainWritten()}`,
    `--out${writer.random.pick(['put-file', 'file', ''])}=${writer.plainWritten()}`,
    'run',
    '--check .',
    'build',
    '.',
    '--rulesdir .',
    `${writer.path()}`,
    `-o${writer.plainWritten()}`,
    '--plugin=./mk.js',
    '-f ./mk.js',
  ]);
  return `${program} ${words}`;
}

/** Rarely considered programs that write, open or run a file named by one of their words. */
function oddity(writer: Writer): string {
  const { random } = writer;
  const written = random.chance(0.7) ? writer.plainWritten() : writer.written();
  return random.pick([
    () => `${writer.program('logsave')} ${random.pick(['', '-a '])}${written} ${writer.program('echo')} x`,
    () =>
      `${writer.program(random.pick(['vim.tiny', 'vim', 'ex', 'ed', 'vi', 'view', 'nano']))} ${random.pick(['', '-c q ', '-es '])}${writer.path()}`,
    () =>
      `${writer.program('git')} mailsplit -o${random.chance(0.5) ? random.pick(['.github', '.husky', 'src', '.git/hooks', '..']) : writer.folderName()} mail.mbox`,
    () => `${writer.program('git')} index-pack -o ${written} data.pack`,
    () => `${writer.program('git')} mailinfo ${written} ${writer.plainWritten()} < mail.mbox`,
    () => `${writer.program('git')} credential-manager ${random.pick(['get', 'list', ''])}`,
    () => `${writer.program('iconv')} ${random.pick(['-o', '--output=', '--outp=', '-co'])}${written} notes.txt`,
    () => `${writer.program('time')} ${random.pick(['-o', '-o ', '--output='])}${written} true`,
    () => `${writer.program('shuf')} ${random.pick(['-o', '-eo', '--outp=', '--output ', '-n1 -o', '-zo'])}${written} notes.txt`,
    () =>
      `${writer.program('sed')} -${random.pick(['i', 'ni', 'Ei', 'si', '-in-place='])}${random.pick(['.bak', '../x*', '*~', written, ''])} s/one/two/ ${writer.path('source')}`,
    () =>
      `${writer.program('cp')} ${random.pick(['-b -S', '--suffix=', '--backup=numbered -t', '-t', '--target-dir='])}${random.pick(['.github', 'src', '.bak', '..'])} notes.txt ${writer.path('source')}`,
    () => `${writer.program('savelog')} ${writer.path()}`,
    () => `${writer.program('tic')} -o${writer.folderName()} ${writer.path('source')}`,
    () => `${writer.program('xz')} -k ${writer.path()}`,
    () => `${writer.program('xzcat')} -f ${writer.path()}`,
    () => `${writer.program('mcookie')} -f${writer.plainPath()} -v`,
    () => `${writer.program('wc')} --files0-from=${writer.plainPath()}`,
    () => `${writer.program('date')} -f${writer.plainPath()}`,
    () => `${writer.program('column')} ${writer.path()} -c 3`,
    () =>
      `${writer.program(random.pick(['python3', 'python']))} -m ${random.pick(['json.tool', 'pytest', 'left', 'http.server', 'compileall'])} ${writer.path()}`,
  ])();
}
