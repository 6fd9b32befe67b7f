import { afterEach, expect, test } from 'vitest';
import { type ContentHash, contentHashSchema } from '../../protocol/ids.ts';
import { $projectPrompts } from '../../stores/project-config.ts';
import { createProjectPromptService } from './project-prompt-service.ts';

afterEach(() => $projectPrompts.set({ prompts: [], problems: [] }));

/** Returns the prompts of a project with these files. */
async function promptsOf(files: Record<string, string | Uint8Array>) {
  const hashes = new Map<string, ContentHash>();
  const contents = new Map<ContentHash, Uint8Array>();
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const hash = contentHashSchema.parse(index.toString(16).padStart(64, '0'));
    hashes.set(name.includes('/') ? name : `.devonz/prompts/${name}`, hash);
    contents.set(hash, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  const service = createProjectPromptService({ files: () => hashes, read: async (hash) => contents.get(hash) ?? null });
  service.check();
  await service.settled();
  return $projectPrompts.get();
}

test('a file is a prompt by its name, with what its settings say', async () => {
  const { prompts, problems } = await promptsOf({
    'review.md': '---\ndescription: Reviews a file\narguments: <path>\n---\nReview $1.\n',
    'plain.md': 'Look at {{what}}.',
    'src/review.md': 'Not here.',
    '.devonz/prompts/notes.txt': 'Not this.',
  });
  expect(problems).toEqual([]);
  expect(prompts).toEqual([
    { name: 'plain', path: '.devonz/prompts/plain.md', description: '', args: '', text: 'Look at {{what}}.' },
    { name: 'review', path: '.devonz/prompts/review.md', description: 'Reviews a file', args: '<path>', text: 'Review $1.' },
  ]);
});

test.each([
  ['of a command', 'help.md', 'Say hello.', '.devonz/prompts/help.md: /help is a command of Devonz'],
  ['with a name that nobody could type', 'Über uns.md', 'x', 'its name can have small letters'],
  ['with settings that do not end', 'a.md', '---\ndescription: x\n', 'a.md, line 1: it begins with "---"'],
  ['with settings that are no YAML', 'a.md', '---\ndescription: [x\n---\nx', /a\.md, line [234]: its settings are no YAML/],
  ['with a setting of another kind', 'a.md', '---\ndescription:\n  - x\n---\nx', 'a.md, line 2: description'],
  ['without a text', 'a.md', '---\ndescription: x\n---\n \n', 'a.md has no text after its settings.'],
  ['without end', 'a.md', 'x'.repeat(20_001), 'a.md has more than 20000 characters.'],
  ['that is no text', 'a.md', new Uint8Array([120, 0, 1]), 'a.md is not a text file.'],
])('a file %s is none, and is said', async (_what, name, content, why) => {
  const { prompts, problems } = await promptsOf({ [name]: content });
  expect(prompts).toEqual([]);
  expect(problems).toEqual([typeof why === 'string' ? expect.stringContaining(why) : expect.stringMatching(why)]);
});

test('characters that do not show are left out of what a user reads', async () => {
  const { prompts } = await promptsOf({ 'a.md': '---\ndescription: "Safe\u202e"\n---\nReview\u200b this\u{e0041}.' });
  expect(prompts[0]).toMatchObject({ description: 'Safe', text: 'Review this.' });
});

test('of too many files the first forty are taken, and that is said', async () => {
  const files = Object.fromEntries(Array.from({ length: 43 }, (_, place) => [`p${place}.md`, 'x']));
  const { prompts, problems } = await promptsOf(files);
  expect(prompts).toHaveLength(40);
  expect(problems).toEqual(['.devonz/prompts/ has more than 40 prompts: 3 are left out.']);
});
