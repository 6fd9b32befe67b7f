import { userInfo } from 'node:os';
import { OllamaServer, ollamaEnd, ollamaText } from '../support/ollama-server.ts';
import { startBridge } from '../support/started-bridge.ts';
import { test as base, expect } from '../support/test.ts';
import { type Workbench, workbenchOf } from '../support/workbench.ts';

interface Remote {
  workbench: Workbench;
  ollama: OllamaServer;
  connect(): Promise<void>;
}

const CONFIG = `[model]
name = "phi3"

[routines]
test_container = { description = "Say hello", cmd = "echo Hello; echo careful >&2; exit 3" }
`;
const SHELL = { type: 'shell', command: 'uname -s; echo checked >&2', reason: 'See which kernel runs, as you requested.' };
const ANSWER = { type: 'answer', text: 'This server runs Linux.' };

/** The seed's phi3: no function calls, and each answer one JSON object of the seed's protocol. */
function phi3(): OllamaServer {
  return new OllamaServer({
    models: [{ name: 'phi3:latest', capabilities: ['completion'] }],
    answer({ messages, tools = [] }) {
      if (tools.length > 0) return 'phi3:latest does not support tools';
      const last = messages.at(-1)?.content ?? '';
      const asked = /List the folder "src"\. Call (\w+)/.exec(last)?.[1];
      if (asked !== undefined) return [ollamaText(JSON.stringify({ type: 'tool', name: asked, args: { path: 'src' } })), ollamaEnd];
      const answer = /Exit code: 0/.test(last) ? ANSWER : SHELL;
      return [ollamaText(JSON.stringify(answer)), ollamaEnd];
    },
  });
}

const test = base.extend<{ remote: Remote }>({
  remote: async ({ page, demoServer, appErrors: _ }, use) => {
    const ollama = phi3();
    const { port } = new URL(await ollama.listen());
    const files = { '.devonz/config.toml': CONFIG, 'README.md': '# Server\n' };
    const bridge = await startBridge(demoServer.appOrigin, files, { args: ['--ollama-port', port] });
    await use({
      workbench: workbenchOf(page, demoServer),
      ollama,
      async connect() {
        await page.goto(bridge.link);
        await page.getByRole('dialog', { name: 'Work on this computer' }).getByRole('button', { name: 'Connect' }).click();
        await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
      },
    });
    // The page would report that nobody answers any more.
    await page.goto('about:blank');
    ollama.stop();
    await bridge.close();
  },
});

const { username } = userInfo();

test("Jexida's walk-through: a model of the machine proposes a command, it runs after a yes, and its result leads to the answer", async ({
  remote,
  page,
}) => {
  const { workbench, ollama, connect } = remote;
  const { conversation, approvals } = workbench;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await connect();
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText('phi3');
  await workbench.send('Which kernel runs on this server?');
  await page.getByRole('button', { name: 'Find a way' }).click();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText('Tools are called as JSON with phi3');
  await conversation.getByRole('button', { name: 'Retry', exact: true }).click();

  await expect(approvals).toContainText('PLAN');
  await expect(approvals).toContainText(SHELL.reason);
  await expect(approvals).toContainText(`${username}@`);
  await workbench.approve('uname -s');
  await expect(conversation).toContainText(ANSWER.text);
  const output = conversation.getByRole('article', { name: /uname -s/ });
  await output.getByRole('button', { expanded: false }).first().click();
  await expect(output).toContainText('COMMAND OUTPUT');

  const last = ollama.chats.at(-1);
  const messages = last?.messages ?? [];
  expect(last?.tools ?? []).toEqual([]);
  expect(messages.at(-1)?.content).toMatch(/Command: uname -s[\s\S]*Exit code: 0[\s\S]*Linux[\s\S]*checked/);
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  for (const part of ['You work on a real machine', ` as ${username}, `, 'your shell is', 'test_container', '"type"']) {
    expect(system).toContain(part);
  }
  // The bridge asks in the page's place: Ollama sees no page, and the app's server no secret of the bridge.
  expect(new Set(ollama.asked.map(({ origin }) => origin))).toEqual(new Set([undefined]));
  expect(requested.filter((url) => url.includes('reach=')).every((url) => /reach=http%3A%2F%2F127\.0\.0\.1%3A\d+(&|$)/.test(url))).toBe(
    true,
  );

  await workbench.send('/run test_container');
  const panel = conversation.getByRole('article', { name: /echo Hello/ });
  for (const text of ['REMOTE COMMAND', `${username}@`, 'Exit 3', 'Hello']) await expect(panel).toContainText(text);
  await expect(panel.getByRole('group', { name: 'Standard error' })).toHaveText('careful');
  const status = page.getByRole('contentinfo');
  for (const text of ['STATUS', `Connected to ${username}@`, 'phi3', 'Exit 3']) await expect(status).toContainText(text);
});
