import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

test.describe('what a model does', () => {
  test('a model that never stops is stopped at the limit, and can be given more', async ({ page, mockedServer, models }) => {
    models.on({}, { toolCalls: [{ name: 'devonz_list_directory', arguments: '{"path":"/"}' }] });
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('spinbutton', { name: 'Maximum iterations' }).fill('3');
    await page.getByRole('spinbutton', { name: 'Maximum iterations' }).press('Tab');
    await page.keyboard.press('Escape');
    await workbench.send('Look around for ever');
    await expect(workbench.conversation).toContainText(/limit/i);
    expect(models.getRequests().filter(({ path }) => path.includes('completions'))).toHaveLength(3);
  });

  test('a call with bad arguments and one of an unknown tool come back as errors, and the session continues', async ({
    workbench,
    models,
  }) => {
    scriptModel(models, [
      { toolCalls: [toolCall('devonz_read_file', { path: 7 }, 'one'), toolCall('constructor', { path: 'x' }, 'two')] },
      { content: 'I see what was wrong.' },
    ]);
    await workbench.open();
    await workbench.send('Try something odd');
    await expect(workbench.conversation).toContainText('I see what was wrong.');
    const request = lastRequest(models);
    expect(request).toMatch(/path/);
    expect(request).toMatch(/constructor/);
    expect(request).toMatch(/devonz_write_file/);
  });

  test('a refused request is sent again after the time the server named', async ({ page, mockedServer, models }) => {
    let requests = 0;
    models.on({ predicate: () => ++requests === 1 }, { error: { message: 'slow down' }, status: 429, retryAfter: 1 });
    models.on({}, { content: 'Better now.' });
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Hello');
    await expect(workbench.conversation).toContainText('Better now.');
  });

  test('an answer that breaks off in the middle is asked for again', async ({ page, mockedServer, models }) => {
    let requests = 0;
    models.on(
      { predicate: () => ++requests === 1 },
      { content: 'This answer is long enough to be cut off somewhere in its middle, and never reaches its end.' },
      { streamingProfile: { ttft: 10, tps: 20 }, disconnectAfterMs: 200 },
    );
    models.on({}, { content: 'Whole this time.' });
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Hello');
    await expect(workbench.conversation).toContainText('Whole this time.');
  });

  for (const { name, picks } of [
    { name: 'OpenAI', picks: /gpt-test/ },
    { name: 'Google', picks: /gemini-test/ },
  ]) {
    test(`the ${name} model of the environment is listed, picked and used`, async ({ page, mockedServer, models }) => {
      models.on({ hasToolResult: false }, { toolCalls: [toolCall('devonz_write_file', { path: 'hello.txt', content: 'hello' }, 'one')] });
      models.on({ hasToolResult: true }, { content: 'Written.', finishReason: 'stop' });
      const workbench = workbenchOf(page, mockedServer);
      await workbench.open();
      await page.getByRole('button', { name: /^Model: / }).click();
      await page.getByRole('dialog').getByRole('option', { name: picks }).click();
      await expect(page.getByRole('button', { name: /^Model: / })).toContainText(picks);
      await workbench.send('Write hello');
      await expect(workbench.conversation).toContainText('Written.');
      await expect(page.getByRole('treeitem', { name: 'hello.txt' })).toBeVisible();
    });
  }
});
