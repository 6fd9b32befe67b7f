import { scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';

const write = (path: string, content: string, id: string) => toolCall('devonz_write_file', { path, content }, id);
const run = (command: string, id: string) => toolCall('devonz_run_command', { command }, id);
const manifest = (testScript: string) => JSON.stringify({ name: 'x', scripts: { pretest: 'echo before', test: testScript } }, null, 2);

/** The state of the switches in Settings, Agent. */
const ALL_AUTOMATIC = JSON.stringify({
  autoApproveFileCreation: true,
  autoApproveFileModification: true,
  autoApproveCommands: true,
});

test.describe('what the agent does', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript((settings) => localStorage.setItem('devonz_agent_mode_settings', settings), ALL_AUTOMATIC);
  });

  test('a script is shown with what it runs and what has changed in it, and code that the agent has just written asks', async ({
    workbench,
    models,
  }) => {
    scriptModel(models, [
      {
        toolCalls: [
          write('package.json', manifest('node check.mjs'), 'p1'),
          write('check.mjs', "console.log('3 tests passed');\n", 'c1'),
          write('mk.js', "require('node:fs').writeFileSync('.dev.vars', 'KEY=1');\n", 'm1'),
        ],
      },
      { toolCalls: [run('npm test', 't1')] },
      { toolCalls: [write('package.json', manifest('rm -rf src'), 'p2')] },
      { toolCalls: [run('npm test', 't2')] },
      { toolCalls: [run('node mk.js', 'n1')] },
      { content: 'Understood.' },
    ]);
    const { approvals } = workbench;
    await workbench.open();
    await workbench.send('Try it');
    const scripts = approvals.getByRole('list', { name: 'What it runs' });
    await expect(scripts).toContainText('test → node check.mjs');
    await expect(scripts).toContainText('pretest → echo before');
    await expect(approvals).toContainText('the script test was changed in this run');
    await workbench.approve('npm test');
    await workbench.approve('it changes the scripts that npm runs');
    await expect(scripts).toContainText('test → rm -rf src');
    await expect(scripts).toContainText('Changed since you last saw it');
    await expect(scripts).toContainText('test: node check.mjs');
    await workbench.deny('no');
    await expect(approvals).toContainText('it runs mk.js, which the agent wrote in this run');
    await workbench.deny('no');
    await expect(workbench.conversation).toContainText('Understood.');
    await expect(workbench.page.getByRole('treeitem', { name: '.dev.vars' })).toBeHidden();
  });

  test('every file that a run has changed is reported, deletions by commands too, and only a real check counts', async ({
    workbench,
    models,
  }) => {
    scriptModel(models, [
      {
        toolCalls: [
          write('package.json', manifest('node --test'), 'p1'),
          write('a.test.mjs', "import test from 'node:test';\ntest('adds', () => {});\n", 'a1'),
          write('old.ts', 'old\n', 'o1'),
          write('.gitignore', 'ignored/\n', 'g1'),
        ],
      },
      { content: 'Made.' },
      { toolCalls: [run('rm old.ts && mkdir -p ignored && echo x > ignored/x.txt && echo new > made.txt', 'r1')] },
      { toolCalls: [run('npm test', 't1')] },
      { toolCalls: [toolCall('devonz_task_complete', { summary: 'Removed the old file.' }, 'd1')] },
      { content: 'More.' },
    ]);
    await workbench.open();
    await workbench.send('Make it');
    await expect(workbench.conversation).toContainText('Made.');
    await workbench.send('Clean up');
    await workbench.approve('rm old.ts');
    const complete = workbench.conversation.getByRole('article', { name: 'Complete', exact: true });
    await expect(complete).toContainText('Removed the old file.');
    await expect(complete).toContainText('1 file created · 1 file deleted');
    await expect(complete.getByRole('list', { name: 'Files of this run' }).getByRole('listitem')).toHaveCount(2);
    await expect(complete.getByRole('listitem', { name: 'old.ts, deleted by a command' })).toBeVisible();
    await expect(complete.getByRole('list', { name: 'Checked after the last change' })).toContainText('npm test');
    await complete.getByRole('button', { name: 'Review changes' }).click();
    const changes = workbench.page.getByRole('navigation', { name: 'Changed files' });
    await expect(changes.getByRole('button')).toHaveCount(2);
    await expect(changes.getByRole('button', { name: 'old.ts, removed' })).toBeVisible();
  });
});
