import { lookAtSession } from '../../markdown-fuzz/look-at-session.ts';
import { oddTexts, sessionOf } from '../../markdown-fuzz/odd-session.ts';
import { expect, test } from './support/red-team-test.ts';
import { SEED_OF_RUN } from './support/seed-of-run.ts';

/** Each crashed the page's process or blocked it for seconds. */
const KILLERS: Readonly<Record<string, string>> = {
  'quotations in one line': `${'> '.repeat(5_000)}x`,
  'lists in one line': `${'- '.repeat(5_000)}x`,
  'numbered lists in one line': `${'1. '.repeat(5_000)}x`,
  'lists, each deeper': Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  emphasis: `${'*'.repeat(5_000)}x${'*'.repeat(5_000)}`,
  'links in links': `${'['.repeat(5_000)}x${'](b)'.repeat(5_000)}`,
  'pictures in pictures': `${'!['.repeat(900)}x${'](b)'.repeat(900)}`,
  brackets: '['.repeat(50_000),
  'links without an end': '[a]('.repeat(20_000),
  'marks on one letter': `a${'\u0301'.repeat(50_000)}`,
  'a table of ten thousand columns': `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|\n'.repeat(5_000)}`,
  'an address of a megabyte': `[a](${'b'.repeat(1_000_000)})`,
  'code of one line': `\`\`\`\n${'x'.repeat(1_000_000)}\n\`\`\``,
  'words in both directions': '\u202ea\u202cb'.repeat(20_000),
};

test('10 kB of Markdown that is as deep as it is long leaves the page alive, and its chat opens again', async ({ scene }) => {
  const { page, provider, workbench, attacks } = scene;
  let hasCrashed = false;
  page.on('crash', () => {
    hasCrashed = true;
  });
  await workbench.open();
  for (const [name, text] of Object.entries(KILLERS)) {
    const word = `after ${name}`;
    provider.play([{ say: `${text}\n\n${word}` }]);
    await workbench.send(`Say ${name}`);
    await expect(workbench.conversation).toContainText(word);
    await expect(workbench.status).toHaveText(/Completed/);
    attacks.note(`${name}: the page lives`, !hasCrashed, 'drawn');
  }
  await page.reload();
  await expect(workbench.conversation).toContainText('after words in both directions');
  attacks.note('the chat opens again', !hasCrashed, 'open');
  attacks.expect('as it was, not as text', await page.locator('[data-plain]').count(), 0);
  provider.play([{ say: 'Still here.' }]);
  await workbench.send('And now?');
  await expect(workbench.conversation).toContainText('Still here.');
  attacks.note('the next message works', true, 'answered');
});

test('on a phone the words of the deepest list and quotation have room', async ({ scene }) => {
  const { page, provider, workbench, attacks } = scene;
  await page.setViewportSize({ width: 390, height: 844 });
  const list = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth} of the list`).join('\n');
  await workbench.open();
  provider.play([{ say: `${list}\n\n${'> '.repeat(60)}the deepest quotation\n\nEnd.` }]);
  await workbench.send('Say it');
  await expect(workbench.conversation).toContainText('End.');
  const narrow = await workbench.conversation.locator('.prose').evaluateAll((all) => {
    const shown = all.flatMap((prose) => [...prose.querySelectorAll('li, p')]);
    return shown.filter((element) => element.getBoundingClientRect().width < 100 || element.getBoundingClientRect().right > 390).length;
  });
  attacks.expect('words without room', narrow, 0);
});

// `npm run markdown:fuzz -- --browser` checks 20,000.
test('odd Markdown, other each time, is drawn as a whole, is readable, and opens again', async ({ page, target, attacks }) => {
  const texts = oddTexts(SEED_OF_RUN, 0, 100, 40_000);
  const words = texts.flatMap((text) => text.words);
  const file = sessionOf(
    'Odd',
    texts.map(({ text }) => text),
  );
  const looks = await lookAtSession(page, target.server.appOrigin, file, words);
  for (const [index, { missing, deepest, isPlain }] of looks.entries()) {
    const when = index === 0 ? 'imported' : 'opened again';
    attacks.expect(`${when}: words that cannot be read, seed ${SEED_OF_RUN}`, missing, []);
    attacks.note(`${when}: how deep`, deepest < 120, String(deepest));
    attacks.expect(`${when}: shown as text`, isPlain, false);
  }
});
