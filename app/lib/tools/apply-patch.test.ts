import { expect, test } from 'vitest';
import { proposedChangeOf } from '../agent/calls/proposed-change.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { type DirectoryEntry, WorkspaceError, type WorkspacePath } from '../runtime/types.ts';
import { applyPatchTool } from './apply-patch.ts';
import { failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

const CART = ['export class Cart {', '  total() {', '    return 0;', '  }', '  count() {', '    return 0;', '  }', '}', ''].join('\n');
const FILES = {
  'src/cart.ts': CART,
  'README.md': '# Shop\n\nA shop.\n',
  '.env': 'KEY=secret-value\n',
  'logo.png': new Uint8Array([0xff, 0, 1, 2]),
};

function patchOf(...lines: string[]): { patch: string } {
  return { patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') };
}

/** Applies the patch and returns the workspace and the output. */
async function patched(lines: string[], files: Record<string, string | Uint8Array> = FILES) {
  const workspace = new MemoryWorkspace(files);
  const output = await outputOf(applyPatchTool, patchOf(...lines), toolContext(workspace));
  return { workspace, output };
}

/** Returns the failure message and checks that nothing was written. */
async function refused(lines: string[], files: Record<string, string | Uint8Array> = FILES): Promise<string> {
  const workspace = new MemoryWorkspace(files);
  const before = workspace.paths();
  const { message } = await failureOf(applyPatchTool, patchOf(...lines), toolContext(workspace));
  expect([workspace.writes, workspace.paths()]).toEqual([[], before]);
  return message;
}

test('changes, adds, moves and deletes files with one patch, and says what it did', async () => {
  const workspace = new MemoryWorkspace({ ...FILES, 'old.txt': 'x\n' });
  const result = await runTool(
    applyPatchTool,
    patchOf(
      '*** Update File: src/cart.ts',
      '*** Move to: src/basket/cart.ts',
      '@@ export class Cart {',
      '@@ count() {',
      '-    return 0;',
      '+    return 1;',
      '*** Add File: src/new.ts',
      '+export {};',
      '+',
      '*** Update File: README.md',
      ' # Shop',
      ' ',
      '-A shop.',
      '+A small shop.',
      '*** Delete File: old.txt',
    ),
    toolContext(workspace),
  );
  expect(result).toEqual({
    ok: true,
    output: {
      changed: 'README.md:\n2:\n3:A small shop.',
      fileCount: 5,
      files: [
        'moved src/cart.ts to src/basket/cart.ts',
        'changed src/basket/cart.ts',
        'created src/new.ts',
        'changed README.md',
        'deleted old.txt',
      ],
    },
    effects: [
      { type: 'file-renamed', from: 'src/cart.ts', to: 'src/basket/cart.ts' },
      { type: 'file-modified', path: 'src/basket/cart.ts' },
      { type: 'file-created', path: 'src/new.ts' },
      { type: 'file-modified', path: 'README.md' },
      { type: 'file-deleted', path: 'old.txt' },
    ],
  });
  expect(workspace.paths()).toEqual(['.env', 'README.md', 'logo.png', 'src/basket/cart.ts', 'src/new.ts']);
  expect(workspace.text('src/basket/cart.ts')).toBe(CART.replace('count() {\n    return 0;', 'count() {\n    return 1;'));
  expect(workspace.text('src/new.ts')).toBe('export {};\n\n');
  expect(workspace.text('README.md')).toBe('# Shop\n\nA small shop.\n');
});

const RETURN_2 = CART.replace('total() {\n    return 0;', 'total() {\n    return 2;');

test.each([
  ['by the lines around it', ['@@', '   total() {', '-    return 0;', '+    return 2;']],
  ['by what it is in', ['@@ total() {', '-    return 0;', '+    return 2;']],
  [
    'with the numbers of another kind of patch',
    ['@@ -2,2 +2,2 @@ export class Cart {', '   total() {', '-    return 0;', '+    return 2;'],
  ],
  ['without a line for the place', ['   total() {', '-    return 0;', '+    return 2;']],
  ['where the indentation has drifted', ['@@', ' total() {', '-  return 0;', '+  return 2;']],
  ['where blanks at the ends have drifted', ['@@', '   total() {  ', '-    return 0; ', '+    return 2;']],
  [
    'where what it should be in is not there, but its lines are once',
    ['@@ class Basket {', '   total() {', '-    return 0;', '+    return 2;'],
  ],
])('a place is found %s', async (_how, lines) => {
  const { workspace } = await patched(['*** Update File: src/cart.ts', ...lines]);
  expect(workspace.text('src/cart.ts')).toBe(RETURN_2);
});

test('two hunks in the order of the file find what alone would be in two places', async () => {
  const { workspace } = await patched([
    '*** Update File: src/cart.ts',
    '@@ total() {',
    '-    return 0;',
    '+    return 1;',
    '@@ count() {',
    '-    return 0;',
    '+    return 2;',
  ]);
  expect(workspace.text('src/cart.ts')).toBe(CART.replace('return 0', 'return 1').replace('return 0', 'return 2'));
});

test('line ends, a byte order mark and a last line without an end stay as they are', async () => {
  const files = { 'a.txt': '\ufeffone\r\ntwo\r\nthree' };
  const { workspace } = await patched(
    ['*** Update File: a.txt', '-one', '+eins', ' two', '-three', '+drei', '+vier', '*** End of File'],
    files,
  );
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await workspace.readFile('a.txt' as WorkspacePath))).toBe(
    '\ufeffeins\r\ntwo\r\ndrei\r\nvier',
  );
});

test('lines alone are added at the end of the file, where the patch says so', async () => {
  const end = ['*** Update File: a.txt', '@@', '+two', '*** End of File'];
  expect((await patched(end, { 'a.txt': 'one' })).workspace.text('a.txt')).toBe('one\ntwo\n');
  expect(await refused(end.slice(0, -1), { 'a.txt': 'one' })).toContain('does not say where');
});

const REST =
  'What it says of README.md, logo.png fits: correct what failed and send the whole patch again, or send it with "partial": true to apply what fits.';

test('a hunk that fails loses nothing, of no file, and the answer says which and why', async () => {
  const good = ['*** Update File: README.md', '-A shop.', '+Gone.', '*** Delete File: logo.png'];
  expect(await refused([...good, '*** Update File: src/cart.ts', '@@', '-    return 3;', '+    return 4;'])).toBe(
    [
      'Nothing was written. Hunk 1 of 1 for src/cart.ts (line 7 of the patch) was not found. The nearest lines are:',
      '1:export class Cart {\n2:  total() {\n3:    return 0;\n4:  }\n5:  count() {\n6:    return 0;',
      REST,
    ].join('\n'),
  );
  expect(await refused([...good, '*** Update File: src/cart.ts', '-    return 0;', '+    return 4;'])).toBe(
    `Nothing was written. Hunk 1 of 1 for src/cart.ts (line 7 of the patch) matches 2 places (lines 3, 6); give more lines around it, or an \`@@\` line with what it is in.\n${REST}`,
  );
  expect(await refused([...good, '*** Update File: src/cart.ts', '@@ sum() {', '-    return 0;', '+    return 4;'])).toContain(
    'cannot be placed: the line `@@ sum() {` was not found',
  );
});

const BROKEN = [
  '*** Update File: src/cart.ts',
  '@@ sum() {',
  '-    return 3;',
  '+    return 4;',
  '@@ count() {',
  '-    return 0;',
  '+    return 1;',
  '@@ gone() {',
  '-  }',
  '+  };',
  '@@',
  '-  missing() {',
  '+  there() {',
];

test('every failing hunk of every file is named, and none whose place only depends on one that failed', async () => {
  const message = await refused(['*** Update File: none.ts', '-a', '+b', ...BROKEN, '*** Update File: README.md', '-A shop.', '+Gone.']);
  expect(message.split('\n').filter((line) => /hunk|exist|fits|written/i.test(line))).toEqual([
    'Nothing was written.',
    '- none.ts does not exist. Create it with devonz_write_file.',
    '- Hunk 1 of 4 for src/cart.ts (line 6 of the patch) was not found. The nearest lines are:',
    'Hunk 3 of 4 for src/cart.ts (line 12 of the patch) cannot be placed: the line `@@ gone() {` was not found.',
    'Hunk 4 of 4 for src/cart.ts (line 15 of the patch) was not found. Read the file and copy the text exactly.',
    REST.replace('README.md, logo.png', 'README.md'),
  ]);
  // The second hunk applies; in a file of its own, the first would be ambiguous only because the hunk before it was not found.
  const depends = ['*** Update File: src/cart.ts', '-nowhere', '+x', '@@', '-    return 0;', '+    return 1;'];
  expect(await refused(depends)).not.toContain('Hunk 2');
});

test('in parts: the files that fit are changed, the others stay, and the answer says which and why', async () => {
  const workspace = new MemoryWorkspace(FILES);
  const lines = [...BROKEN, '*** Update File: README.md', '-A shop.', '+A small shop.', '*** Add File: src/new.ts', '+x'];
  const input = { ...patchOf(...lines), partial: true };
  expect(await applyPatchTool.plan(input, toolContext(workspace))).toMatchObject({
    intent: { changes: [{ path: 'README.md' }, { path: 'src/new.ts' }] },
  });
  const result = await runTool(applyPatchTool, input, toolContext(workspace));
  expect(result).toMatchObject({
    ok: true,
    effects: [
      { type: 'file-modified', path: 'README.md' },
      { type: 'file-created', path: 'src/new.ts' },
    ],
  });
  expect([workspace.text('README.md'), workspace.text('src/new.ts'), workspace.text('src/cart.ts')]).toEqual([
    '# Shop\n\nA small shop.\n',
    'x\n',
    CART,
  ]);
  const printed = result.ok ? applyPatchTool.print(result.output, input) : '';
  expect(printed.split('\n').slice(0, 3)).toEqual([
    'created src/new.ts',
    'Not applied:',
    '- Hunk 1 of 4 for src/cart.ts (line 3 of the patch) was not found. The nearest lines are:',
  ]);
  expect(printed).toContain('\nChanged, and now:\nREADME.md:\n2:\n3:A small shop.');
  expect(printed).not.toContain('Nothing was written');
});

test('in parts: nothing is done where no file fits, or where half of what the patch says of a file does', async () => {
  for (const lines of [BROKEN, ['*** Delete File: README.md', '*** Add File: README.md', '+x']]) {
    const workspace = new MemoryWorkspace(FILES);
    const { message } = await failureOf(applyPatchTool, { ...patchOf(...lines), partial: true }, toolContext(workspace));
    expect(message).toContain('Nothing was written.');
    expect(workspace.writes).toEqual([]);
    expect(workspace.paths()).toEqual(Object.keys(FILES).sort());
  }
});

test('what a hunk is in must lead to one place', async () => {
  const twice = 'f() {\n  a();\n}\nf() {\n  a();\n}\n';
  expect(await refused(['*** Update File: a.ts', '@@ f() {', '-  a();', '+  b();'], { 'a.ts': twice })).toContain(
    'which is in several places',
  );
});

test.each([
  ['nothing', '', 'has no line `*** Begin Patch`'],
  ['a patch that was cut off', '*** Begin Patch\n*** Update File: a\n-x', 'may have been cut off'],
  ['no file', '*** Begin Patch\n*** End Patch', 'names no file'],
  ['lines of no file', '*** Begin Patch\n-x\n*** End Patch', 'line 2 comes before any file is named'],
  [
    'a new file whose lines have no sign',
    '*** Begin Patch\n*** Add File: a\nx\n*** End Patch',
    'line 3 of a new file does not begin with "+"',
  ],
  ['a hunk line without a sign', '*** Begin Patch\n*** Update File: a\n@@\nx\n*** End Patch', 'line 4 begins with neither'],
  ['an update without hunks', '*** Begin Patch\n*** Update File: a\n@@\n*** End Patch', 'changes nothing in a'],
])('%s cannot be read, and the answer says why', async (_what, patch, why) => {
  const result = await runTool(applyPatchTool, { patch: patch || ' ' }, toolContext(FILES));
  expect(result).toMatchObject({ ok: false, code: 'bad_arguments', message: expect.stringContaining(why) });
});

test('a fence around the patch is not part of it', async () => {
  const workspace = new MemoryWorkspace(FILES);
  const { patch } = patchOf('*** Add File: a.txt', '+one');
  await outputOf(applyPatchTool, { patch: `\`\`\`diff\n${patch}\n\`\`\`\n` }, toolContext(workspace));
  expect(workspace.text('a.txt')).toBe('one\n');
});

test.each(['../a', '/etc/passwd', '~/a', 'src/../../a', 'C:\\a', 'file:///a', '/'])(
  'no file outside is changed, made or deleted: %s',
  async (path) => {
    for (const lines of [
      [`*** Update File: ${path}`, '-a', '+b'],
      [`*** Add File: ${path}`, '+b'],
      [`*** Delete File: ${path}`],
      ['*** Update File: README.md', `*** Move to: ${path}`],
    ])
      expect(await refused(lines)).not.toBe('');
  },
);

test('what is there is not overwritten, what is no text is not patched, a folder is not deleted', async () => {
  expect(await refused(['*** Add File: README.md', '+x'])).toContain('README.md exists already');
  expect(await refused(['*** Update File: README.md', '*** Move to: .env'])).toContain('.env exists already');
  expect(await refused(['*** Update File: logo.png', '-x', '+y'])).toContain('binary file');
  expect(await refused(['*** Delete File: src'])).toContain('is a folder');
  expect(await refused(['*** Delete File: none'])).toContain('does not exist');
  expect(await refused(['*** Delete File: README.md', '*** Add File: README.md', '+x'])).toContain('exists already');
  expect(await refused(['*** Update File: README.md', '-# Shop', '+# A', '*** Update File: ./README.md', '-A shop.', '+B'])).toContain(
    'twice',
  );
});

test('a hunk that fails shows nothing of a file with keys, nor of what a link points to', async () => {
  expect(await refused(['*** Update File: .env', '-KEY=other-value', '+KEY=x'])).not.toContain('secret-value');
  class Linked extends MemoryWorkspace {
    override async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
      const entries = await super.readDirectory(path);
      return entries.map((entry) => (entry.name === 'notes.txt' ? { ...entry, isLink: true } : entry));
    }
  }
  const context = toolContext(new Linked({ 'notes.txt': 'KEY=secret-value\n' }));
  for (const lines of [
    ['*** Update File: notes.txt', '-KEY=other-value', '+x'],
    ['*** Delete File: notes.txt'],
    ['*** Add File: notes.txt', '+x'],
  ]) {
    const { message } = await failureOf(applyPatchTool, patchOf(...lines), context);
    expect(message).toBe('notes.txt is a symbolic link. Name the file it points to.');
  }
});

test('the plan names every file and guards what is deleted', async () => {
  const lines = ['*** Delete File: .env', '*** Add File: .devonz/config.toml', '+x = 1'];
  expect(await applyPatchTool.plan(patchOf(...lines), toolContext(FILES))).toMatchObject({
    ok: true,
    intent: {
      kind: 'change',
      summary: 'patch .env and 1 more',
      changes: [{ path: '.env', after: null }, { path: '.devonz/config.toml' }],
      guards: [{ text: 'it deletes a file' }],
    },
  });
});

test('a card shows the text of every file before and after, and names those without text', async () => {
  const lines = ['*** Update File: README.md', '-A shop.', '+B', '*** Delete File: logo.png', '*** Add File: new.txt', '+x'];
  const plan = await applyPatchTool.plan(patchOf(...lines), toolContext(FILES));
  expect(plan.ok && proposedChangeOf(plan.intent)).toEqual({
    path: 'README.md',
    before: '# Shop\n\nA shop.\n',
    after: '# Shop\n\nB\n',
    others: [
      { path: 'logo.png', before: '', after: '' },
      { path: 'new.txt', before: '', after: 'x\n' },
    ],
  });
});

test('where a file cannot be written, the others are as they were', async () => {
  class Full extends MemoryWorkspace {
    override async writeFile(path: WorkspacePath, content: Uint8Array): Promise<void> {
      if (path === 'z.txt') throw new WorkspaceError('EIO', 'The disk is full.');
      await super.writeFile(path, content);
    }
  }
  const workspace = new Full(FILES);
  const lines = [
    '*** Delete File: .env',
    '*** Update File: README.md',
    '-A shop.',
    '+B',
    '*** Add File: new.txt',
    '+x',
    '*** Add File: z.txt',
    '+x',
  ];
  expect(await failureOf(applyPatchTool, patchOf(...lines), toolContext(workspace))).toMatchObject({ message: 'The disk is full.' });
  expect(workspace.paths()).toEqual(Object.keys(FILES).sort());
  expect(workspace.text('README.md')).toBe(FILES['README.md']);
});

test('a large file and many drifting hunks are patched in a moment', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `  line ${index}`);
  const hunks = Array.from({ length: 50 }, (_, index) => [`@@`, `-line ${index * 300}`, `+row ${index * 300}`]).flat();
  const { workspace } = await patched(['*** Update File: big.txt', ...hunks], { 'big.txt': `${lines.join('\n')}\n` });
  expect(workspace.text('big.txt')?.match(/^ {2}row \d+$/gm)).toHaveLength(50);
});

test.each([
  [['*** Update File: src/cart.ts', '-nowhere', '+x'], 'no_match'],
  [['*** Update File: a.ts', '-a', '+b'], 'many_matches'],
  [['*** Update File: README.md', ' # Shop'], 'no_change'],
  [['*** Update File: src/cart.ts', '-nowhere', '+x', '*** Add File: README.md', '+x'], 'no_match'],
] as const)('the failure of the patch %j has the code %s', async (lines, code) => {
  const context = toolContext(new MemoryWorkspace({ ...FILES, 'a.ts': 'a\nb\na\n' }));
  expect(await applyPatchTool.plan(patchOf(...lines), context)).toMatchObject({ ok: false, code });
});
