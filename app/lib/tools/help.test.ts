import { expect, test } from 'vitest';
import { helpTool } from './help.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const TEXTS = new Map([
  ['docs/using.md', '# How do I'],
  ['docs/long.md', `# Long\n${'x'.repeat(20_000)}end`],
]);
const help = { list: () => [...TEXTS.keys()], read: async (page: string) => TEXTS.get(page) ?? null };
const context = { ...toolContext(), help };

test('without a page it is the one that answers most, and it names the others; nobody is asked', async () => {
  expect(await helpTool.plan({}, context)).toEqual({ ok: true, intent: { kind: 'control' } });
  expect(await outputOf(helpTool, {}, context)).toEqual({ page: 'docs/using.md', content: '# How do I', pages: [...TEXTS.keys()] });
});

test('a long page is cut, and says where it continues', async () => {
  const first = await outputOf(helpTool, { page: 'docs/long.md' }, context);
  expect(first).toMatchObject({ next: 16_000, of: 20_010 });
  const rest = (await outputOf(helpTool, { page: 'docs/long.md', from: 16_000 }, context)) as { content: string };
  expect(rest.content).toMatch(/^x+end$/);
  expect(rest).not.toHaveProperty('next');
});

test('a page that is not there is refused with those that are, and so is all of it where there are none', async () => {
  expect(await failureOf(helpTool, { page: '../package.json' }, context)).toMatchObject({
    code: 'not_found',
    message: 'There is no page "../package.json". The pages are: docs/using.md, docs/long.md.',
  });
  expect(await failureOf(helpTool, {}, toolContext())).toMatchObject({ code: 'not_found' });
});
