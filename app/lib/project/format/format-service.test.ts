import { afterEach, expect, test } from 'vitest';
import { createNoticeService } from '../../notices/notice-service.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { $filePlace, $files } from '../../stores/files.ts';
import { $notices } from '../../stores/workbench.ts';
import type { FormatAnswer, FormatEdit, FormatRequest } from './format-messages.ts';
import { createFormatService } from './format-service.ts';

afterEach(() => {
  $files.set(new Map());
  $notices.set([]);
  $filePlace.set(null);
});

async function format(files: Record<string, string>, path: string, answer: FormatAnswer = { type: 'formatted', edits: [], unread: null }) {
  $files.set(new Map(Object.keys(files).map((file) => [file, { kind: 'file', change: 'none' }])));
  const asked: FormatRequest[] = [];
  const formatted: (readonly FormatEdit[])[] = [];
  const service = createFormatService({
    workspace: new MemoryWorkspace(files),
    notices: createNoticeService(),
    format: async (request) => {
      asked.push(request);
      return answer;
    },
  });
  await service.formatText(path, 'a\r\nb', (edits) => formatted.push(edits));
  return { asked: asked[0], formatted, notice: $notices.get().at(-1) };
}

test('the files that may have settings are given, the nearest first, and no program is read', async () => {
  const files = {
    'package.json': '{"prettier":{"semi":false}}',
    'prettier.config.js': 'export default {}',
    'web/.prettierrc': 'singleQuote: true',
    'other/.prettierrc': 'singleQuote: false',
    'web/deep/package.json': '{"name":"x"}',
    '.editorconfig': 'root = true',
    'web/.editorconfig': '[*]',
  };
  const { asked, formatted } = await format(files, 'web/deep/a.ts');
  expect(asked?.settings).toEqual([
    { path: 'web/deep/package.json', text: '{"name":"x"}' },
    { path: 'web/.prettierrc', text: 'singleQuote: true' },
    { path: 'package.json', text: '{"prettier":{"semi":false}}' },
    { path: 'prettier.config.js', text: null },
  ]);
  expect(asked?.editorConfigs.map(({ path }) => path)).toEqual(['web/.editorconfig', '.editorconfig']);
  expect([asked?.text, formatted]).toEqual(['a\nb', [[]]]);
});

test('that the settings of the project were not read is said', async () => {
  const { formatted, notice } = await format({}, 'a.ts', { type: 'formatted', edits: [], unread: 'prettier.config.js' });
  expect([formatted, notice?.message]).toEqual([
    [[]],
    'a.ts was formatted with prettier’s own settings: prettier.config.js is not read here.',
  ]);
});

test('an error leads to its place', async () => {
  const { formatted, notice } = await format({}, 'a.ts', { type: 'failed', why: 'Unexpected token', place: { line: 3, column: 4 } });
  expect([formatted, notice?.message, notice?.action?.label]).toEqual([[], 'a.ts was not formatted: Unexpected token', 'Go to line 3']);
  notice?.action?.run();
  expect($filePlace.get()).toEqual({ path: 'a.ts', line: 3, column: 4 });
});

test('a file of another kind is said to be so', async () => {
  expect((await format({}, 'a.rs', { type: 'unknown' })).notice?.message).toBe('Files like a.rs cannot be formatted here.');
});
