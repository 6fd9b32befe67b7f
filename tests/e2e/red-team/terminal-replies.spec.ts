import type { Page } from '@playwright/test';
import { calls } from './support/hostile-provider.ts';
import { expect, noteDialogs, test } from './support/red-team-test.ts';

/** Queries and commands that a program's output may send to a terminal. */
const QUERIES: Record<string, string> = {
  'device attributes': '\x1b[c\x1b[>c\x1b[=c\x1b[0c\x1bZ',
  'status and position of the cursor': '\x1b[5n\x1b[6n\x1b[?6n',
  'the version': '\x1b[>q\x1b[>0q',
  modes: '\x1b[?2004$p\x1b[4$p',
  'settings by name': '\x1bP$q"p\x1b\\\x1bP$qm\x1b\\\x1bP$qevil;id\x1b\\',
  colours: '\x1b]10;?\x07\x1b]11;?\x1b\\\x1b]12;?\x07\x1b]4;1;?\x07',
  'the title, which it has just set': '\x1b]0;evil\rtouch owned\r\x07\x1b]2;evil\ntouch owned\n\x1b\\\x1b[20t\x1b[21t\x1b[18t\x1b[14t',
  'the clipboard, which it would set': '\x1b]52;c;dG91Y2ggb3duZWQK\x07\x1b]52;c;?\x07\x1b]52;p;?\x1b\\',
  terminfo: '\x1bP+q544e\x1b\\\x1bP+q636f\x1b\\',
  'the answerback': '\x05',
  'the work folder and files': '\x1b]7;file:///etc\x07\x1b]1337;File=name=a;inline=1:AAAA\x07\x1b]1337;ReportCellSize\x07',
  'reports of the mouse and of the focus': '\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?1004h',
  'keys by other names': '\x1b[>4;2m\x1b[?u\x1b[>1u',
};

const printed = Object.values(QUERIES).join('');

/** Sends queries, and prints the replies received while it runs. */
const READER = `process.stdin.setRawMode(true);
let got = '';
process.stdin.on('data', (data) => { got += data; });
process.stdout.write(${JSON.stringify(printed)});
setTimeout(() => { console.log('GOT<' + encodeURIComponent(got) + '>END'); process.exit(); }, 1_000);
`;
/** Sends queries and exits before the replies arrive. */
const PRINTER = `process.stdout.write(${JSON.stringify(printed)});\n`;
const LINK = `process.stdout.write('\\x1b]8;;javascript:alert(1)\\x07a link of a program\\x1b]8;;\\x07\\n\\x1b]8;;https://elsewhere.example/\\x07its home page\\x1b]8;;\\x07\\n');\n`;

async function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test('nothing that a program prints makes the terminal type a command, set the clipboard or leave the page', async ({ scene }) => {
  const { page, context, server, provider, workbench, attacks } = scene;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.appOrigin });
  noteDialogs(scene);
  const write = (path: string, content: string) => calls('devonz_write_file', { path, content }, path);
  provider.play([{ call: [write('reader.cjs', READER), write('printer.cjs', PRINTER), write('link.cjs', LINK)] }, { say: 'Written.' }]);
  await workbench.open();
  await workbench.send('Write three programs');
  await expect(workbench.conversation).toContainText('Written.');
  await workbench.tab('Terminal');
  await page.getByRole('button', { name: 'New terminal' }).click();
  const screen = page.getByRole('tabpanel', { name: 'Terminal 1' });
  await expect(page.getByRole('textbox', { name: 'Terminal 1 input' })).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText('what the user copied'));

  // The replies that the program itself receives while it runs.
  await page.keyboard.type('node reader.cjs\n');
  await expect(screen).toContainText('>END');
  const text = ((await screen.textContent()) ?? '').replace(/\s/g, '');
  const got = decodeURIComponent(/GOT<([^>]*)>END/.exec(text)?.[1] ?? 'nothing');
  attacks.note('answers hold no text of the program', !/evil|owned|touch|id\b/.test(got), JSON.stringify(got));
  attacks.note('answers hold no line break', !/[\r\n]/.test(got), JSON.stringify(got));
  attacks.expect('the clipboard', await clipboardOf(page), 'what the user copied');

  // The input that the shell receives when the program has exited before the replies arrive.
  await page.keyboard.type('node printer.cjs\n');
  await page.mouse.move(300, 500);
  await screen.hover();
  await workbench.message.focus();
  await page.getByRole('textbox', { name: 'Terminal 1 input' }).focus();
  await page.keyboard.type('echo clean-$((40+2))\n');
  await expect(screen).toContainText('clean-42');
  await page.keyboard.type('ls\necho listed-$((40+3))\n');
  await expect(screen).toContainText('listed-43');
  const after = (await screen.textContent()) ?? '';
  attacks.note(
    'the shell was typed nothing',
    !/not found|No such|\[\?|\d+;\d+R/.test(after.split('clean-42')[0]?.slice(-400) ?? ''),
    after.slice(-500),
  );
  attacks.note('no command ran', !/\bowned\b/.test(after.split('clean-42').at(-1) ?? ''), 'no file');

  // Pasted text ends where it ends, whatever it contains.
  await page.evaluate(() => navigator.clipboard.writeText('echo pasted-\x1b[201~\rtouch owned\r'));
  await page.keyboard.press('ControlOrMeta+v');
  // Each line would run on its own, so the app asks first and shows the lines.
  const question = page.getByRole('alert').filter({ hasText: 'This pastes 2 lines' });
  await expect(question).toContainText('touch owned');
  await question.getByRole('button', { name: 'Paste 2 lines' }).press('Enter');
  await expect(question).toBeHidden();
  await page.keyboard.press('Control+c');
  await page.keyboard.type('ls\necho end-$((40+4))\n');
  await expect(screen).toContainText('end-44');
  const pasted = ((await screen.textContent()) ?? '').split('listed-43').at(-1) ?? '';
  attacks.note('an end of the paste within what is pasted', !pasted.includes('\x1b'), JSON.stringify(pasted.slice(0, 300)));

  // A link printed by a program.
  await page.keyboard.type('node link.cjs\n');
  await expect(screen).toContainText('a link of a program');
  await page.evaluate(() => window.dispatchEvent(new Event('resize')));
  const windows = context.pages().length;
  await screen.click({ position: { x: 30, y: 30 }, modifiers: ['ControlOrMeta'] });
  attacks.expect('windows that opened', context.pages().length, windows);
  const rows = screen.locator('.xterm-rows');
  for (const link of ['a link of a program', 'its home page']) {
    await rows.getByText(link, { exact: true }).hover({ force: true });
    await rows.getByText(link, { exact: true }).click({ force: true, modifiers: ['ControlOrMeta'] });
  }
  await expect(page.getByRole('alert').filter({ hasText: 'This link leads to https://elsewhere.example' })).toBeVisible();
  attacks.expect('windows that a link opened whose address was not read', context.pages().length, windows);
  attacks.expect('the page stays', new URL(page.url()).origin, server.appOrigin);
});
