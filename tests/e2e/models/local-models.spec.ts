import { APP_SETTINGS_KEY } from '../../../app/lib/protocol/storage-keys.ts';
import { OllamaServer, ollamaCall, ollamaEnd, ollamaText } from '../support/ollama-server.ts';
import { openSettings } from '../support/open-settings.ts';
import { test as base, expect } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

interface LocalFixtures {
  ollama: OllamaServer;
  ollamaAddress: string;
  /** The app without any key, with Ollama added. */
  local: Workbench;
}

const QWEN = 'qwen3:8b';

const test = base.extend<LocalFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  ollama: async ({}, use) => {
    const server = new OllamaServer({
      models: [
        { name: QWEN, capabilities: ['completion', 'tools', 'thinking'] },
        { name: 'tiny:1b', capabilities: ['completion'] },
        { name: 'nomic-embed-text', capabilities: ['embedding'] },
      ],
      answer: ({ messages }) => {
        const said = messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '';
        if (said.includes('for ever')) return [ollamaText('It begins '), 'wait'];
        if (messages.at(-1)?.role === 'tool') return [ollamaText('The list '), ollamaText('is there.'), ollamaEnd];
        return [ollamaText('I write it. '), ollamaCall('devonz_write_file', { path: 'todo.md', content: '- milk\n' }), ollamaEnd];
      },
    });
    await use(server);
    server.stop();
  },
  ollamaAddress: ({ ollama }, use) => ollama.listen().then(use),
  local: async ({ page, demoServer, ollama, ollamaAddress }, use) => {
    ollama.origins = [demoServer.appOrigin];
    await addEndpoint(page, ollamaAddress, `local-ollama:${QWEN}`);
    await use(workbenchOf(page, demoServer));
  },
});

function addEndpoint(page: Workbench['page'], address: string, modelId: string) {
  const localEndpoints = [{ id: 'local-ollama', kind: 'ollama', name: 'Ollama', address }];
  return page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    APP_SETTINGS_KEY,
    JSON.stringify({ localEndpoints, modelId }),
  ] as const);
}

test('a model on this computer writes a file by a tool, asked from the browser', async ({
  page,
  local,
  ollama,
  demoServer,
  appErrors: _,
}) => {
  await local.open();
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText(QWEN);
  const served: string[] = [];
  page.on('request', (request) => served.push(request.url()));
  await local.send('Write a list of what to buy');
  await expect(local.conversation).toContainText('The list is there.');
  await expect(page.getByRole('treeitem', { name: 'todo.md' })).toBeVisible();
  // The context size is sent, so that Ollama does not truncate silently.
  expect(ollama.chats.map(({ model, options }) => [model, options.num_ctx])).toEqual([
    [QWEN, 32_768],
    [QWEN, 32_768],
  ]);
  expect(ollama.chats[1]?.messages.at(-1)).toMatchObject({ role: 'tool', tool_name: 'devonz_write_file' });
  expect(new Set(ollama.asked.map(({ origin }) => origin))).toEqual(new Set([demoServer.appOrigin]));
  expect(served).not.toContain(`${demoServer.appOrigin}/api/chat`);
});

test('the server asks an Ollama that only it reaches, with the room that the user has chosen', async ({
  page,
  demoServer,
  ollama,
  ollamaAddress,
  appErrors: _,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('button', { name: 'Add a provider' }).press('Enter');
  await page.keyboard.type('ollama');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Base URL')).toBeFocused();
  await page.keyboard.type(ollamaAddress);
  await page.getByLabel('Context', { exact: true }).fill('16384');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Provider test result' })).toContainText('It works: 2 models.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText(QWEN);
  const asked = ollama.chats.length;
  await workbench.send('Write a list of what to buy');
  await expect(workbench.conversation).toContainText('The list is there.');
  await expect(page.getByRole('treeitem', { name: 'todo.md' })).toBeVisible();
  expect(ollama.chats.slice(asked).map(({ options }) => options.num_ctx)).toEqual([16_384, 16_384]);
  expect(ollama.asked.map(({ origin }) => origin)).not.toContain(demoServer.appOrigin);
});

test('Stop hangs up on the model', async ({ page, local, ollama }) => {
  await local.open();
  await local.send('Talk for ever');
  await expect(local.conversation).toContainText('It begins');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => ollama.cut).toBe(1);
  expect(ollama.chats).toHaveLength(1);
});

test('an endpoint is looked at, added and used; one that no longer lets this page in says what to set', async ({
  page,
  demoServer,
  ollama,
  ollamaAddress,
  appErrors,
}) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await openSettings(page, 'Models');
  expect(ollama.asked, 'nothing is asked before the user asks').toEqual([]);
  ollama.origins = [demoServer.appOrigin];
  await page.getByRole('textbox', { name: 'Address of a server of models' }).fill(ollamaAddress);
  await page.getByRole('button', { name: 'Look there' }).click();
  await page.getByRole('button', { name: 'Add Ollama' }).click();
  const models = page.getByRole('list', { name: 'Models of Ollama' });
  await expect(models.getByRole('listitem')).toHaveText([
    /qwen3:8b.*8\.2B Q4_K_M · 5\.2 GB · 32k of 40k tokens · loaded/,
    /tiny:1b.*no function calls/,
  ]);
  for (const [width, height] of [
    [1440, 900],
    [900, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('heading', { name: 'Models on this computer' }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`added-${width}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  ollama.origins = [];
  await page.getByRole('button', { name: 'Look again' }).click();
  const row = page.getByRole('list', { name: 'Endpoints on this computer' });
  await expect(row).toContainText('Runs, but lets this page read nothing');
  await expect(row).toContainText(`OLLAMA_ORIGINS="${demoServer.appOrigin}" ollama serve`);
  await page.screenshot({ path: test.info().outputPath('blocked-1280.png') });
  // The browser logs what it blocked.
  for (let index = appErrors.length; index--; ) if (/CORS|ERR_FAILED|403/.test(appErrors[index] ?? '')) appErrors.splice(index, 1);
});

test('the worker reaches the origin of its endpoint and no other, and the page itself none', async ({
  page,
  local,
  ollama,
  ollamaAddress,
}) => {
  await local.open();
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText(QWEN);
  const worker = page.workers().find((each) => each.url().includes('local-model-worker'));
  expect(worker?.url()).toContain(encodeURIComponent(ollamaAddress));
  const before = ollama.asked.length;
  const reach = (address: string) => fetch(address).then(() => 'reached', String);
  expect(await page.evaluate(reach, `${ollamaAddress}/api/tags`)).toMatch(/TypeError/);
  expect(ollama.asked).toHaveLength(before);
  expect(await worker?.evaluate(reach, `${ollamaAddress}/api/tags`)).toBe('reached');
  const other = `http://localhost:${new URL(ollamaAddress).port}/api/tags`;
  expect(await worker?.evaluate(reach, other)).toMatch(/TypeError/);
  expect(ollama.asked).toHaveLength(before + 1);
});

test('the first step needs no app server, and a model’s server that is gone is named and waited for', async ({
  page,
  local,
  ollama,
  ollamaAddress,
  appErrors,
}) => {
  await local.open();
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText(QWEN);
  await local.send('Write a list of what to buy');
  await expect(local.conversation).toContainText('The list is there.');
  await ollama.leave();
  await local.send('Write it again');
  const card = page.getByRole('article', { name: /^The model’s server is gone/ });
  await expect(card).toContainText(`Ollama does not answer at ${new URL(ollamaAddress).host}`);
  await expect(card).toContainText('ollama serve');
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await page.screenshot({ path: test.info().outputPath(`gone-${width}.png`) });
  }
  await ollama.comeBack();
  // The step that was waiting: it changes the file, which asks.
  await local.approve('todo.md');
  await expect(local.conversation.getByText('The list is there.')).toHaveCount(2);
  await expect(card).toBeHidden();
  appErrors.length = 0;
});
