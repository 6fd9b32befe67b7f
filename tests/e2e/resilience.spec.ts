import { openRawPage, type RawPage } from './support/raw-page.ts';
import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

const SERVER = `require('node:http').createServer((_, response) => response.end('here')).listen(3000);`;

test('the app outlives the engine’s process, says so, answers the agent and starts what ran again in a new engine with the saved files', async ({
  page,
  mockedServer,
  models,
}) => {
  scriptModel(models, [
    {
      toolCalls: [
        toolCall('devonz_write_file', { path: 'note.txt', content: 'kept through it' }, 'one'),
        toolCall('devonz_write_file', { path: 'server.js', content: SERVER }, 'server'),
      ],
    },
    { toolCalls: [toolCall('devonz_run_command', { command: 'node server.js' }, 'serve')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'sleep 1000', timeout: 120_000 }, 'two')] },
    { content: 'I see that it ended.' },
    { toolCalls: [toolCall('devonz_run_command', { command: 'cat note.txt' }, 'three')] },
    { content: 'It is all there.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write a note, then sleep');
  await workbench.approve('node server.js');
  await expect(workbench.conversation.getByRole('article', { name: /sleep 1000.*executing/ })).toBeVisible();

  const raw = await openRawPage(page);
  await raw.crashFrame('/headless');
  await expect.poll(() => text(raw, 'footer')).toContain('The engine has ended');
  await expect.poll(() => text(raw, '[role=log]')).toContain('I see that it ended.');
  expect(lastRequest(models)).toContain('The engine has ended');

  expect(await text(raw, '.ended-bar')).toContain('node server.js ended with the runtime.');
  expect(await press(raw, 'Start again')).toBe(true);
  await expect.poll(() => text(raw, 'footer')).toContain('Runtime ready');
  await expect.poll(() => text(raw, '.preview-address')).toContain('localhost:3000');
  expect(await text(raw, '.ended-bar')).toBe('undefined');
  await raw.evaluate(`document.querySelector('textarea').focus()`);
  await raw.type('Read the note');
  await expect.poll(() => press(raw, 'Send')).toBe(true);
  // A press right as the question appears does not count as an answer.
  await expect
    .poll(async () => {
      await press(raw, 'Approve');
      return text(raw, '[role=log]');
    })
    .toContain('It is all there.');
  expect(lastRequest(models)).toContain('kept through it');
});

async function text(raw: RawPage, selector: string): Promise<string> {
  return String(await raw.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`));
}

/** Returns false while there is no such enabled button. */
async function press(raw: RawPage, name: string): Promise<boolean> {
  const pressed = await raw.evaluate(`(() => {
    const named = (button) => (button.ariaLabel ?? button.textContent).trim().startsWith(${JSON.stringify(name)}) && !button.disabled;
    const button = [...document.querySelectorAll('button')].find(named);
    button?.click();
    return button !== undefined;
  })()`);
  return pressed === true;
}
