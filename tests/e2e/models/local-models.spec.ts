import { APP_SETTINGS_KEY } from '../../../app/lib/protocol/storage-keys.ts';
import { OllamaServer, ollamaCall, ollamaEnd, ollamaText } from '../support/ollama-server.ts';
import { test as base, expect } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

interface LocalFixtures {
  ollama: OllamaServer;
  ollamaAddress: string;
  /** The app with no key at all, and Ollama added. */
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
  // Its room is said, so that Ollama cuts nothing off in silence.
  expect(ollama.chats.map(({ model, options }) => [model, options.num_ctx])).toEqual([
    [QWEN, 32_768],
    [QWEN, 32_768],
  ]);
  expect(ollama.chats[1]?.messages.at(-1)).toMatchObject({ role: 'tool', tool_name: 'devonz_write_file' });
  expect(new Set(ollama.asked.map(({ origin }) => origin))).toEqual(new Set([demoServer.appOrigin]));
  expect(served).not.toContain(`${demoServer.appOrigin}/api/chat`);
});

test('Stop hangs up on the model', async ({ page, local, ollama }) => {
  await local.open();
  await local.send('Talk for ever');
  await expect(local.conversation).toContainText('It begins');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => ollama.cut).toBe(1);
  expect(ollama.chats).toHaveLength(1);
});
