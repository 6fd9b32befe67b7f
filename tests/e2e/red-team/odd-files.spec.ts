import type { Page } from '@playwright/test';
import { timeLimit } from '../../setup/time-limit.ts';
import { calls } from './support/hostile-provider.ts';
import { longestPause, watchPauses } from './support/pause-probe.ts';
import { expect, noteDialogs, test } from './support/red-team-test.ts';

const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

/** Returns true if no text was turned into an element or executed. */
async function isPlain(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.title !== 'owned' && document.querySelector('img[src="x"], body script:not([src]):not([nonce])') === null,
  );
}

const DEEP_TABLES = `[a${'.a'.repeat(5_000)}]\nb = 1\n`;

const ODD_NAMES = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>.txt',
  'rtl\u202egnp.exe',
  'zero\u200bwidth',
  'new\nline',
  'tab\there',
  'emoji 👩‍👩‍👧.md',
  'quote\'quote"quote',
  '${x}`y`',
  '__proto__',
  'constructor',
  'toString',
  '%2e%2e%2f',
  '..a',
  '...',
  'a\\b',
  ' leading',
  'trailing ',
  `${'long'.repeat(60)}.ts`,
  'é\u0301\u0301\u0301',
  '\ud83d',
];

// Recording files and messages of megabytes takes minutes.
test.use({ trace: 'off' });

test('files with odd names, very deep and very many, a package.json made to deceive, and a page that stays usable', async ({ scene }) => {
  const { page, provider, foreign, workbench, attacks } = scene;
  noteDialogs(scene);
  const maker = `const fs = require('fs');
    for (const name of ${JSON.stringify(ODD_NAMES)}) { try { fs.writeFileSync(name, 'content'); } catch (error) { console.log('refused', JSON.stringify(name), error.code); } }
    fs.mkdirSync('deep/' + 'd/'.repeat(200), { recursive: true }); fs.writeFileSync('deep/' + 'd/'.repeat(200) + 'leaf.txt', 'deep');
    fs.writeFileSync('long-line.txt', 'x'.repeat(3_000_000));
    fs.mkdirSync('many'); for (let n = 0; n < 2000; n++) fs.writeFileSync('many/' + n + '.txt', '');
    fs.writeFileSync('package.json', JSON.stringify({ name: ${JSON.stringify(HTML)}, scripts: { test: 'echo ' + 'x'.repeat(1_000_000), ['\\u001b[2J' + 'dev']: 'echo escape', ['__proto__']: 'echo proto', build: 'echo \\u202eevil' } }));
    fs.mkdirSync('.devonz', { recursive: true }); fs.writeFileSync('.devonz/config.toml', ${JSON.stringify(DEEP_TABLES)});
    console.log('made it');`;
  await workbench.open();
  // Written by the user's own command, which may change package.json and the project's settings.
  provider.play([{ call: [calls('devonz_write_file', { path: 'maker.cjs', content: maker })] }, { say: 'Written.' }]);
  await workbench.send(HTML);
  await expect(workbench.conversation).toContainText('Written.');
  await workbench.send('/cmd node maker.cjs');
  await expect(workbench.conversation.getByRole('article', { name: /node maker\.cjs, Exit 0/ })).toBeVisible();
  foreign.visits.length = 0;
  provider.play([
    {
      call: [
        calls('devonz_list_directory', { path: '.' }),
        calls('devonz_search_code', { query: 'content' }, 'search'),
        calls('devonz_run_command', { command: 'npm test' }, 'npm'),
      ],
    },
    { say: `${HTML} [link](javascript:alert(1)) ![x](http://evil.localhost/x.png) <iframe src="http://evil.localhost"></iframe>` },
  ]);
  await workbench.send('Look around');
  const question = workbench.approvals.getByRole('article').filter({ hasText: 'npm test' });
  await expect(question).toBeVisible();
  const card = (await question.textContent()) ?? '';
  attacks.note('a script of a megabyte on a card', card.length < 100_000, `${card.length} characters`);
  await watchPauses(page);
  const approve = question.getByRole('button', { name: /Approve/ }).first();
  await expect(approve).toBeInViewport();
  await workbench.deny('not this one');
  await expect(workbench.status).toHaveText(/Completed/);
  attacks.note(
    'the page while it lists them',
    (await longestPause(page, '2,000 files and a script of a megabyte')) < timeLimit(300),
    'answers',
  );
  attacks.note('markup in names, titles and answers', await isPlain(page), 'text');
  attacks.expect(
    'images and frames from elsewhere',
    await page.evaluate(() => document.querySelectorAll('[role=log] img, [role=log] iframe, a[href^="javascript"]').length),
    0,
  );
  attacks.expect('visits to elsewhere', foreign.visits.length, 0);

  await workbench.tab('Code');
  const tree = page.getByRole('tree', { name: 'Files' });
  // Far down in a virtualised tree: found by typing the beginning of the name.
  const find = async (name: string) => {
    await expect(async () => {
      await tree.locator('[tabindex="0"]').focus();
      // On a slow machine the pause between two keys may begin another word.
      await page.keyboard.type(name);
      await expect(tree.getByRole('treeitem', { name })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  };
  await find('maker.cjs');
  const shown = await tree.getByRole('treeitem').allTextContents();
  attacks.note(
    'a name that turns its reading or hides',
    !shown.some((name) => /[\u202a-\u202e\u2066-\u2069\n]/.test(name)),
    shown.slice(0, 40).join(' · ').slice(0, 400),
  );
  await find('long-line.txt');
  await tree.getByRole('treeitem', { name: 'long-line.txt' }).click();
  await watchPauses(page);
  await expect(workbench.editor('long-line.txt')).toBeVisible();
  attacks.note(
    'a line of three megabytes in the editor',
    (await longestPause(page, 'a line of three megabytes in the editor')) < timeLimit(1_000),
    'opens',
  );

  // The paste of a careless user.
  await watchPauses(page);
  await page.evaluate(() => navigator.locks.request('x', async () => undefined));
  await workbench.message.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'word '.repeat(1_000_000));
    const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]');
    box?.setRangeText('word '.repeat(1_000_000));
    box?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  provider.play([{ say: 'Read.' }]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(workbench.conversation).toContainText(/Read\.|too long|too large|longer than|limit/i);
  const pause = await longestPause(page, 'five megabytes in the message box');
  attacks.note('five megabytes in the message box', pause < timeLimit(1_500), `${pause} ms`);
  provider.play([{ say: 'Still here.' }]);
  await workbench.send('Are you there?');
  await expect(workbench.conversation).toContainText(/Still here\.|too long|too large/);
  await page.reload();
  await expect(workbench.message).toBeEditable();
  await expect(tree.getByRole('treeitem', { name: 'deep' })).toBeVisible();
  await find('many');
  attacks.note('the project is there after a reload', true, 'there');
  attacks.note('nothing ran after a reload', await isPlain(page), 'text');
});
