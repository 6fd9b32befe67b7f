import type { Page } from '@playwright/test';
import { workbenchOf } from '../support/workbench.ts';
import { expect, test } from './support/red-team-test.ts';
import { CHAT_CREATED, said, sessionArchive, wrote } from './support/session-archive.ts';

/** Chooses the file on the start page and takes it over; the words of a refusal, or null where it became a chat. */
async function bringIn(page: Page, archive: Buffer): Promise<string | null> {
  await page.goto(new URL('/', page.url()).href);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
  await (await chooser).setFiles({ name: 'stranger.devonz.zip', mimeType: 'application/zip', buffer: archive });
  const take = page.getByRole('button', { name: 'Import', exact: true });
  const refusal = page.getByRole('region', { name: /^Notifications/ }).getByText(/not imported/);
  await expect(take.or(refusal).first()).toBeVisible({ timeout: 40_000 });
  if (!(await take.isVisible())) return (await refusal.first().textContent()) ?? '';
  await take.click();
  await expect(page).toHaveURL(/\/chat\//);
  return null;
}

const TEXT = 'export const answer = 42;\n';
const NAMES = [
  '../escape.txt', '/etc/absolute.txt', 'a/../../up.txt', './dot.txt', '__proto__', 'constructor', 'x/__proto__/y', '.git/config',
  '', '.', '..', 'nul\u0000l', 'back\\slash', 'C:\\x', `${'n'.repeat(300)}.txt`, `${'d/'.repeat(400)}deep.txt`, 'both', 'both/inner.txt',
  'line\nbreak', '\u202Etxt.exe', ' blank ', 'trailing/', '//double', 'node_modules/x.js', '~', '%2e%2e/escaped.txt', '<img src=x onerror=alert(1)>.html',
];

test('a stranger’s session with hostile names opens, with the files that are the project’s, and says so', async ({ scene }) => {
  const { page, workbench, attacks } = scene;
  await workbench.open();
  const refusal = await bringIn(page, sessionArchive([CHAT_CREATED, said('m', 'Hello'), ...NAMES.map((name) => wrote(name, TEXT)), wrote('good.txt', TEXT)], { contents: [TEXT] }));
  attacks.note('taken or refused', true, refusal ?? 'taken');
  if (refusal === null) {
    await expect(workbench.conversation).toContainText('Hello');
    const good = page.getByRole('treeitem', { name: 'good.txt' });
    attacks.note('good.txt is there', await good.waitFor({ timeout: 20_000 }).then(() => true, () => false), '');
    attacks.note('tree', true, JSON.stringify(await page.getByRole('treeitem').allTextContents()));
    attacks.note('notices', true, (await page.getByRole('region', { name: /^Notifications/ }).textContent().catch(() => '')) ?? '');
    await page.screenshot({ path: '/tmp/sess1.png' });
    await page.reload();
    attacks.note('after reload', await good.waitFor({ timeout: 20_000 }).then(() => true, () => false), JSON.stringify(await page.getByRole('treeitem').allTextContents()));
  }
});

test('numbers', async ({ scene }) => {
  const { page, workbench, attacks, provider } = scene;
  await workbench.open();
  provider.play([{ say: 'Answered.' }]);
  for (const [name, options] of [
    ['last sequence', { sequence: (index: number) => Number.MAX_SAFE_INTEGER - 1 + index }],
    ['far times', { at: () => 8.64e15 }],
  ] as const) {
    const refusal = await bringIn(page, sessionArchive([CHAT_CREATED, said('m', 'Hello')], options));
    if (refusal !== null) { attacks.note(name, true, refusal); continue; }
    await expect(workbench.conversation).toContainText('Hello');
    await page.screenshot({ path: `/tmp/sess-${name}.png` });
    await workbench.send('Go on');
    attacks.note(name, await workbench.conversation.getByText('Answered.').waitFor({ timeout: 15_000 }).then(() => true, () => false), (await page.getByRole('region', { name: /^Notifications/ }).textContent().catch(() => '')) ?? '');
  }
});
test('depth', async ({ scene }) => {
  const { page, workbench, attacks, provider } = scene;
  await workbench.open();
  let deep: unknown = 1;
  for (let at = 0; at < 250; at += 1) deep = at % 2 ? [deep] : { a: deep };
  const call = (id: string, input: unknown) => ({ type: 'dynamic-tool', toolName: 'devonz_run_command', toolCallId: id, state: 'input-available', input });
  const usage = {};
  const cases: [string, object[]][] = [
    ['deep input', [CHAT_CREATED, said('m', 'Hello'), { type: 'run-started', maxIterations: 5 }, { type: 'step-started', stepId: 's', modelId: 'x' }, { type: 'step-finished', stepId: 's', parts: [call('c', { command: 'ls', deep })], finishReason: 'tool-calls', usage }, { type: 'tool-call-validated', stepId: 's', toolCallId: 'c', toolName: 'devonz_run_command', input: { command: 'ls', deep } }, { type: 'tool-call-started', toolCallId: 'c' }, { type: 'tool-call-succeeded', toolCallId: 'c', output: deep, durationMs: 1e308, effects: [] }]],
    ['unknown call', [CHAT_CREATED, said('m', 'Hello'), { type: 'tool-call-succeeded', toolCallId: 'never', output: null, durationMs: -1, effects: [] }, { type: 'approval-answered', approvalId: 'no', toolCallId: 'never', answer: { decision: 'approve' } }]],
    ['title', [{ type: 'chat-created', title: `${'<b>'.repeat(20000)}\u202E` }, said('m', '<img src=x onerror=alert(1)>Hello')]],
    ['rewinds', [CHAT_CREATED, said('m', 'Hello'), { type: 'conversation-rewound', versionId: '__proto__', messageId: 'm' }, { type: 'version-shown', versionId: '__proto__', keptAs: 'constructor' }, said('__proto__', 'Hello'), { type: 'path-locked', path: '__proto__', isLocked: true }]],
    ['compaction', [CHAT_CREATED, said('m', 'Hello'), { type: 'history-compacted', compactionId: 'x', firstMessageId: 'm', lastMessageId: 'nowhere', summary: 's', by: 'person', before: 9e15, after: 0 }]],
    ['budgets', [CHAT_CREATED, said('m', 'Hello'), { type: 'run-started', maxIterations: 9e15 }, { type: 'budget-granted', budget: 'tokens', amount: 1e308 }, { type: 'iterations-granted', count: -9e15 }, { type: 'run-ended', outcome: 'completed' }]],
    ['model', [CHAT_CREATED, said('m', 'Hello'), { type: 'model-switched', modelId: '<img src=x>', reason: 'x'.repeat(100000) }]],
  ];
  for (const [name, events] of cases) {
    const refusal = await bringIn(page, sessionArchive(events));
    if (refusal !== null) { attacks.note(name, true, refusal); continue; }
    const opened = await workbench.conversation.getByText('Hello').first().waitFor({ timeout: 15_000 }).then(() => true, () => false);
    attacks.note(name, opened, (await page.locator('body').innerText()).slice(0, 200).replaceAll('\n', ' '));
    if (!opened) { await page.screenshot({ path: `/tmp/sess-${name}.png` }); continue; }
    provider.play([{ say: `Answered ${name}.` }]);
    await workbench.send('Go on');
    attacks.note(`${name}: continues`, await workbench.conversation.getByText(`Answered ${name}.`).waitFor({ timeout: 15_000 }).then(() => true, () => false), (await page.getByRole('region', { name: /^Notifications/ }).textContent({timeout:1000}).catch(() => '')) ?? '');
  }
});
