import type { Page } from '@playwright/test';
import { COMMANDS } from '../../../app/components/commands/command-list.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

/** Controls without a command, by selector, each with an equivalent command or the reason why there is none. */
const OTHERWISE: readonly { where: string; instead: string }[] = [
  { where: '.app-header a[aria-label="Devonz, start page"]', instead: 'new-chat' },
  { where: '.app-header [aria-label="Projects"]', instead: 'open-project' },
  { where: '.app-header [aria-label="Chats"]', instead: 'open-chat' },
  { where: '.app-header [aria-label="New chat"]', instead: 'new-chat' },
  { where: '.app-header [aria-label="Settings"]', instead: 'settings-agent' },
  { where: '.app-header [aria-label="Export"]', instead: 'export-zip' },
  { where: '.agent-toggle, [role=switch][aria-label="Agent mode"]', instead: 'toggle-agent' },
  { where: '[role=switch][aria-label="Plan mode"]', instead: 'toggle-plan' },
  { where: '.template', instead: 'template-react-ts' },
  { where: '.way-in', instead: 'project-folder' },
  { where: '[aria-label="Change the model"], .in-use .button', instead: 'settings-models' },
  { where: '[role=tab][id^="panel-"]', instead: 'show-code' },
  { where: '.status-line button', instead: 'go-to-status-line' },
  { where: '[role=tab][id^="terminal-"], .terminal-tabs [role=tab]', instead: 'next-terminal' },
  { where: '.editor-tab', instead: 'next-file' },
  { where: '[aria-label="Close the console"]', instead: 'preview-console' },
];
const OF_A_FORM_OR_ROW: readonly { where: string; why: string }[] = [
  { where: '.send-button', why: 'Enter sends, in the field' },
  { where: '.examples button', why: 'an example is a text for the message box' },
  { where: '.recent', why: 'a row of the list of projects' },
  { where: '.conversation-log :not([data-command])', why: 'a card’s or a row’s own' },
  { where: '.run-strip button:not([data-command])', why: 'more steps for the run that is on' },
  { where: '.approval-card button:not([data-command])', why: 'a card’s own: what is always allowed is chosen in its menu' },
  { where: '.checkpoints button:not([data-command]), .past-source button', why: 'a checkpoint’s or a step’s own' },
  { where: '.changes-row', why: 'a row of the list' },
  { where: '[data-hunk] button, .change-view .cm-editor button', why: 'a hunk’s own; next and previous change lead there' },
  {
    where: '.change-head button:not([data-command])',
    why: 'of another file than the marked one, folds, or takes back what the button beside it did',
  },
  { where: '.problem-row button', why: 'a problem’s own; go-to-problems leads there' },
  { where: '.preview-console-row button', why: 'a message’s own' },
  { where: '.preview-select', why: 'a field: which port' },
  { where: '.cm-editor *', why: 'the editor’s own, by its keys' },
  { where: '.process-list button, .ended-bar button', why: 'a process’s own' },
];

interface Control {
  what: string;
  command: string | null;
  matches: number[];
  isReachable: boolean;
}

/** Runs in the page: returns every visible control, and whether the keyboard reaches it. */
function controlsOf(places: readonly string[]): Control[] {
  const CONTROLS = 'button, a[href], summary, select, [role=tab], [role=menuitem], [role=switch], input[type=radio], input[type=checkbox]';
  const GROUPS = '[role=tablist], [role=tree], [role=radiogroup], [role=menu], [role=listbox]';
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter(
      (element) => element.checkVisibility() && element.closest('[aria-hidden=true], [inert]') === null && !element.matches(':disabled'),
    )
    .map((element) => {
      const group = element.closest(GROUPS);
      return {
        what: `${element.tagName} ${element.className} “${element.ariaLabel ?? element.textContent?.trim().slice(0, 60)}”`,
        command: element.dataset['command'] ?? null,
        matches: places.flatMap((place, index) => (element.matches(place) ? [index] : [])),
        // Within a group, the arrow keys lead on from the control that Tab reaches.
        isReachable: element.tabIndex >= 0 || (group !== null && group.querySelector('[tabindex="0"]') !== null),
      };
    });
}

async function expectAllReachable(page: Page, place: string): Promise<number> {
  const ids = new Set(COMMANDS.map(({ id }) => id));
  const places = [...OTHERWISE, ...OF_A_FORM_OR_ROW].map(({ where }) => where);
  const controls = await page.evaluate(controlsOf, places);
  const lost = controls.filter(({ command, matches }) => (command === null ? matches.length === 0 : !ids.has(command)));
  expect
    .soft(
      lost.map(({ what, command }) => `${what} ${command ?? ''}`),
      `${place}: in no list of commands`,
    )
    .toEqual([]);
  const unreachable = controls.filter(({ isReachable }) => !isReachable).map(({ what }) => what);
  expect.soft(unreachable, `${place}: not by keyboard`).toEqual([]);
  return controls.length;
}

test('whatever can be pressed is reached by keyboard and is a command of the palette, or has a reason not to be one', async ({
  page,
  demoServer,
  appErrors,
}) => {
  for (const { instead } of OTHERWISE) expect(COMMANDS.map(({ id }) => id)).toContain(instead);
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await expect(page.getByText('Engine, in this browser')).toBeVisible();
  const counts = [await expectAllReachable(page, 'start')];
  await workbench.send('Make a landing page');
  await expect(workbench.approvals).toBeVisible();
  counts.push(await expectAllReachable(page, 'approval'));
  await workbench.approve('node server.js');
  await expect(workbench.conversation.getByRole('article', { name: /^Complete/ })).toBeVisible();
  // Each key from the list of commands moves the focus there.
  for (const [key, tab] of [
    ['Alt+4', 'Changes'],
    ['Alt+5', 'Preview'],
    ['Alt+6', 'Terminal'],
    ['Alt+2', 'Code'],
  ] as const) {
    await page.keyboard.press(key);
    const shown = page.getByRole('tab', { name: tab, exact: true });
    await expect(shown).toHaveAttribute('aria-selected', 'true');
    const panel = page.locator(`#${await shown.getAttribute('aria-controls')}`);
    await expect(panel.locator(':focus')).toHaveCount(1);
    if (tab === 'Preview') await page.locator('[data-command=preview-console]').press('Enter');
    counts.push(await expectAllReachable(page, tab));
  }
  // Each place had controls to check.
  expect(Math.min(...counts)).toBeGreaterThan(15);
  expect(appErrors).toEqual([]);
});

test('panes are made wider, and files moved, by keyboard alone', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.send('/template vanilla-ts');
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await expect(row('index.html')).toBeVisible();
  for (const name of ['Width of the conversation', 'Width of the file tree']) {
    const edge = page.getByRole('separator', { name });
    const before = Number(await edge.getAttribute('aria-valuenow'));
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  }
  await page.keyboard.press('Alt+2');
  await expect(page.locator('[role=treeitem]:focus')).toHaveCount(1);
  await page.keyboard.press('End');
  const moved = await page.locator('[role=treeitem]:focus').getAttribute('aria-label');
  await page.keyboard.press('Control+x');
  await page.keyboard.press('s');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('treeitem', { level: 2, name: moved ?? '' })).toBeVisible();
});
