import { expect, test } from 'vitest';
import type { SettingsFile } from './format-messages.ts';
import { formatText } from './format-text.ts';

async function formatted(
  path: string,
  text: string,
  settings: readonly SettingsFile[] = [],
  editorConfigs: readonly SettingsFile[] = [],
): Promise<string> {
  const answer = await formatText({ path, text, settings, editorConfigs });
  if (answer.type !== 'formatted') throw new Error(`${path} was not formatted: ${JSON.stringify(answer)}`);
  return answer.edits.reduceRight((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

test.each([
  ['a.ts', 'const a:string="x"', 'const a: string = "x";\n'],
  ['a.jsx', 'const a=<b   c="d"/>', 'const a = <b c="d" />;\n'],
  ['package.json', '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n'],
  ['a.json', '{"a":1}', '{ "a": 1 }\n'],
  ['a.scss', '.a{.b{color:red}}', '.a {\n  .b {\n    color: red;\n  }\n}\n'],
  ['a.vue', '<template><b/></template><script>let a=1</script>', '<template><b /></template>\n<script>\nlet a = 1;\n</script>\n'],
  ['a.md', '*  a\n*  b', '- a\n- b\n'],
  ['b.vue', '<script lang="ts">let a:number=1</script>', '<script lang="ts">\nlet a: number = 1;\n</script>\n'],
  ['b.md', '```ts\nlet a:number=1\n```', '```ts\nlet a: number = 1;\n```\n'],
  ['a.yml', 'a:   1', 'a: 1\n'],
])('%s is formatted', async (path, text, wanted) => {
  expect(await formatted(path, text)).toBe(wanted);
});

test('the nearest settings count: YAML, JSON, or those in package.json; what prettier does not know is left out', async () => {
  const root = { path: 'package.json', text: '{"prettier":{"semi":false}}' };
  const text = 'a("x")\n';
  expect(await formatted('a.js', text, [root])).toBe('a("x")\n');
  expect(await formatted('a.js', text, [{ path: 'web/.prettierrc', text: 'singleQuote: true\nplugins: ["./x.js"]\n' }, root])).toBe(
    "a('x');\n",
  );
  expect(await formatted('a.js', text, [{ path: '.prettierrc.json', text: '{"semi":false,"printWidth":"wide"}' }])).toBe('a("x")\n');
  expect(await formatted('a.js', text, [{ path: 'web/package.json', text: '{"name":"x"}' }])).toBe('a("x");\n');
});

test('what the settings say of some files alone counts for those, and settings are read in TOML, too', async () => {
  const overrides = [
    { files: '*.test.js', options: { semi: false } },
    { files: ['legacy/**', '*.cjs'], excludeFiles: 'legacy/new.js', options: { singleQuote: true } },
  ];
  const settings = [{ path: 'web/.prettierrc', text: JSON.stringify({ overrides }) }];
  expect(await formatted('web/a.test.js', 'a("x")\n', settings)).toBe('a("x")\n');
  expect(await formatted('web/deep/a.cjs', 'a("x")\n', settings)).toBe("a('x');\n");
  expect(await formatted('web/legacy/a.js', 'a("x")\n', settings)).toBe("a('x');\n");
  expect(await formatted('web/legacy/new.js', 'a("x")\n', settings)).toBe('a("x");\n');
  expect(await formatted('a.js', 'a("x")\n', [{ path: '.prettierrc.toml', text: 'semi = false\n' }])).toBe('a("x")\n');
});

test('.editorconfig says how a file is indented where the settings for prettier do not', async () => {
  const root = {
    path: '.editorconfig',
    text: '\ufeff; ours\r\nroot = TRUE\r\n[*]\r\nindent_style=tab\r\n[*.{md,yml}]\r\nindent_style = space\r\nindent_size = 4\r\n',
  };
  const text = 'if (a) {b()}\n';
  expect(await formatted('a.js', text, [], [root])).toBe('if (a) {\n\tb();\n}\n');
  expect(await formatted('a.js', text, [{ path: '.prettierrc', text: 'useTabs: false' }], [root])).toBe('if (a) {\n  b();\n}\n');
  expect(await formatted('deep/a.yml', 'a:\n  - b: [1]\n    c:\n        d: 1\n', [], [root])).toBe(
    'a:\n    - b: [1]\n      c:\n          d: 1\n',
  );
  const web = { path: 'web/.editorconfig', text: '[src/**]\nindent_style = space\nindent_size = 8\nmax_line_length = off\n' };
  const call = `call(${Array.from({ length: 30 }, (_, index) => `word${index}`).join(', ')});`;
  expect(await formatted('web/src/a.js', `if (a) {${call}}\n`, [], [web, root])).toBe(`if (a) {\n        ${call}\n}\n`);
  expect(await formatted('web/a.js', text, [], [web, root])).toBe('if (a) {\n\tb();\n}\n');
  const own = { path: 'web/.editorconfig', text: 'root=true\n[*]\nindent_size = unset\n' };
  expect(await formatted('web/a.js', text, [], [own, root])).toBe('if (a) {\n  b();\n}\n');
});

test('settings that would have to be run are named', async () => {
  const settings = [{ path: 'prettier.config.js', text: null }];
  expect(await formatText({ path: 'a.js', text: 'a();\n', settings, editorConfigs: [] })).toEqual({
    type: 'formatted',
    edits: [],
    unread: 'prettier.config.js',
  });
  const shared = [{ path: 'package.json', text: '{"prettier":"our-settings"}' }];
  expect(await formatText({ path: 'a.js', text: 'a();\n', settings: shared, editorConfigs: [] })).toMatchObject({ unread: 'package.json' });
});

test.each([
  ['"only words"', '.prettierrc has no settings that prettier knows'],
  ['{"semi": ', '.prettierrc cannot be read: '],
])('settings that are broken are named, and nothing is formatted: %s', async (text, why) => {
  const answer = await formatText({ path: 'a.js', text: 'a()', settings: [{ path: '.prettierrc', text }], editorConfigs: [] });
  expect(answer).toEqual({ type: 'failed', why: expect.stringContaining(why), place: null });
});

test('what cannot be read is said in a sentence, with its place', async () => {
  const answer = await formatText({ path: 'a.ts', text: 'const a = 1;\nlet = = 2;', settings: [], editorConfigs: [] });
  expect(answer).toMatchObject({ type: 'failed', place: { line: 2 } });
  expect(answer.type === 'failed' && answer.why.includes('\n')).toBe(false);
});

test('files of other kinds are not known', async () => {
  expect([
    await formatText({ path: 'a.rs', text: '', settings: [], editorConfigs: [] }),
    await formatText({ path: 'constructor', text: '', settings: [], editorConfigs: [] }),
  ]).toEqual([{ type: 'unknown' }, { type: 'unknown' }]);
});
