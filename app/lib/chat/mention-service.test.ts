import { afterEach, expect, test } from 'vitest';
import type { McpOutcome, McpPart } from '../mcp/mcp-service.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { LONGEST_ATTACHMENT } from '../protocol/attachments/attachment.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $notices } from '../stores/workbench.ts';
import { createMentionService, type MentionServiceOptions } from './mention-service.ts';

afterEach(() => $notices.set([]));

const NO_SERVER: NonNullable<MentionServiceOptions['mcp']> = {
  readMcpResource: async () => {
    throw new Error('not scripted');
  },
  getMcpPrompt: async () => {
    throw new Error('not scripted');
  },
};

function mentions(mcp: Partial<typeof NO_SERVER> = {}) {
  const workspace = new MemoryWorkspace({
    'src/a.ts': 'export {};',
    'long.txt': 'x'.repeat(LONGEST_ATTACHMENT + 1),
    'logo.png': new Uint8Array([137, 80, 0, 1]),
    'empty.txt': '',
  });
  const paths = () => ['src/a.ts', 'src/deep/b.ts', 'src2/c.ts', 'long.txt'];
  return createMentionService({ workspace, paths, mcp: { ...NO_SERVER, ...mcp }, notices: createNoticeService() });
}

const words = () => $notices.get().map(({ message }) => message);
const file = (path: string) => ({ kind: 'file', path }) as const;

test('a file is attached with its text, a long one with its beginning', async () => {
  const service = mentions();
  expect(await service.attach(file('src/a.ts'))).toEqual({ source: file('src/a.ts'), text: 'export {};', isCut: false });
  expect(await service.attach(file('long.txt'))).toMatchObject({ text: 'x'.repeat(LONGEST_ATTACHMENT), isCut: true });
  expect(words()).toEqual([]);
});

test('of a folder the names of its files are attached', async () => {
  const service = mentions();
  expect(await service.attach(file('src/'))).toEqual({ source: file('src/'), text: 'src/a.ts\nsrc/deep/b.ts', isCut: false });
  expect(await service.attach(file('none/'))).toBeNull();
  expect(words()).toEqual(['"none/" was not attached: it is empty']);
});

test('what cannot be attached says why', async () => {
  const service = mentions();
  for (const path of ['logo.png', 'empty.txt', 'none.ts', '../etc/passwd'])
    expect([path, await service.attach(file(path))]).toEqual([path, null]);
  expect(words()).toEqual([
    '"logo.png" was not attached: it is no text',
    '"empty.txt" was not attached: it is empty',
    expect.stringMatching(/^"none\.ts" was not attached: .*none\.ts/),
    '"../etc/passwd" was not attached: it is not inside the project',
  ]);
});

test('of a resource the text is attached, and what a model cannot read is named', async () => {
  const asked: unknown[] = [];
  const parts: McpPart[] = [
    { type: 'resource', uri: 'memo://1', mimeType: 'text/plain', text: 'Buy milk' },
    { type: 'image', mimeType: 'image/png', byteCount: 12, data: 'AAAA' },
  ];
  const service = mentions({
    async readMcpResource(...given): Promise<McpOutcome<readonly McpPart[]>> {
      asked.push(given.slice(0, 2));
      return { ok: true, value: parts };
    },
  });
  const source = { kind: 'resource', server: 'memory', uri: 'memo://1', name: 'Note' } as const;
  expect((await service.attach(source))?.text).toBe('Buy milk\n\n[image, image/png, 12 bytes, not attached]');
  expect(asked).toEqual([['memory', 'memo://1']]);
});

test('a prompt is filled with the values, and a server that refuses is quoted', async () => {
  const service = mentions({
    async getMcpPrompt(_server, _prompt, { city = '' }) {
      if (city === '') return { ok: false, why: 'The server wants a city.' };
      return {
        ok: true,
        value: [
          { role: 'user', part: { type: 'text', text: `Weather in ${city}` } },
          { role: 'assistant', part: { type: 'text', text: 'Gladly' } },
        ],
      };
    },
  });
  const source = { kind: 'prompt', server: 'weather', name: 'forecast' } as const;
  expect((await service.attach(source, { city: 'Bern' }))?.text).toBe('Weather in Bern\n\n(as the assistant) Gladly');
  expect(await service.attach(source)).toBeNull();
  expect(words()).toEqual(['"forecast" was not attached: The server wants a city.']);
});
