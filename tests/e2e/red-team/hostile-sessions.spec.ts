import { patience } from '../../setup/patience.ts';
import { bringIn } from './support/bring-in.ts';
import { test } from './support/red-team-test.ts';
import { CHAT_CREATED, said, sessionArchive, wrote } from './support/session-archive.ts';

const TEXT = 'export const answer = 42;\n';

test('a session file that would end the page, or write where no project is, is refused in words', async ({ scene }) => {
  const { page, workbench, attacks } = scene;
  await workbench.open();
  const cases: [string, Buffer][] = [
    ['200 MB of line ends', sessionArchive([CHAT_CREATED], { journal: new Uint8Array(200_000_000).fill(10) })],
    ['25 million lists', sessionArchive([CHAT_CREATED], { journal: new Uint8Array(25_000_000).fill(91) })],
    ['a file above the project', sessionArchive([CHAT_CREATED, wrote('../up.txt', TEXT)], { contents: [TEXT] })],
    ['a last sequence', sessionArchive([CHAT_CREATED], { sequence: () => Number.MAX_SAFE_INTEGER })],
  ];
  for (const [name, archive] of cases) {
    const refusal = await bringIn(page, archive);
    attacks.note(name, refusal !== null, refusal ?? 'it was taken over');
  }
  await workbench.open();
  attacks.expect('the page is alive afterwards', await page.evaluate(() => 6 * 7), 42);
});

test('a session with odd names, depths and numbers opens, keeps its other files, and continues', async ({ scene }) => {
  const { page, workbench, attacks, provider } = scene;
  const nested = JSON.parse(`${'['.repeat(250)}${']'.repeat(250)}`);
  const files = ['__proto__', 'constructor/x', 'both', 'both/inner.txt', 'a\\b', 'line\nbreak', '.git/config', 'good.txt'];
  const output = (value: unknown, durationMs: number) => ({
    type: 'tool-call-succeeded',
    toolCallId: 'never',
    output: value,
    durationMs,
    effects: [],
  });
  const cases: [string, object[], object?][] = [
    ['files', files.map((path) => wrote(path, TEXT)), { contents: [TEXT] }],
    ['times', [], { at: () => 8.64e15 }],
    ['results of no call', [output(nested, 1e308), output(null, -1)]],
    [
      'versions',
      [
        { type: 'conversation-rewound', versionId: '__proto__', messageId: 'm' },
        { type: 'version-shown', versionId: '__proto__', keptAs: 'constructor' },
      ],
    ],
    [
      'summaries',
      [
        {
          type: 'history-compacted',
          compactionId: 'x',
          firstMessageId: 'm',
          lastMessageId: 'nowhere',
          summary: 's',
          by: 'user',
          before: 9e15,
          after: 0,
        },
      ],
    ],
    [
      'budgets',
      [
        { type: 'run-started', maxIterations: 9e15 },
        { type: 'iterations-granted', count: -9e15 },
        { type: 'run-ended', outcome: 'completed' },
      ],
    ],
  ];
  await workbench.open();
  for (const [name, events, options] of cases) {
    const refusal = await bringIn(page, sessionArchive([CHAT_CREATED, said('m', 'Hello stranger'), ...events], options));
    if (refusal !== null) {
      attacks.note(name, true, refusal);
      continue;
    }
    provider.play([{ say: `Answered ${name}.` }]);
    await workbench.send('Continue');
    const isAnswered = await workbench.conversation
      .getByText(`Answered ${name}.`)
      .waitFor({ timeout: patience(20_000) })
      .then(
        () => true,
        () => false,
      );
    attacks.note(`${name}: the chat continues`, isAnswered, page.url());
    if (name !== 'files') continue;
    const good = await page
      .getByRole('treeitem', { name: 'good.txt' })
      .waitFor({ timeout: patience(20_000) })
      .then(
        () => true,
        () => false,
      );
    attacks.note('the project’s other files are there', good, (await page.getByRole('treeitem').allTextContents()).join(' | '));
  }
});
