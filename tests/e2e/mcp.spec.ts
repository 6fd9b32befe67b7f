import { patience } from '../setup/patience.ts';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { startOAuthMcpServer } from './support/oauth-mcp-server.ts';
import { openSettings } from './support/open-settings.ts';
import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import type { Workbench } from './support/workbench.ts';

/** A server without any package: its tool's description is in the file, and `quit` ends it. */
const OWN_SERVER = `import { createInterface } from 'node:readline';
const tools = ['hello', 'quit'].map((name) => ({ name, description: 'Does ' + name, inputSchema: { type: 'object' } }));
const answers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'Own', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': (params) => {
    if (params.name === 'quit') process.exit(3);
    return { content: [{ type: 'text', text: 'Hello from the project' }] };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
}
`;

async function narrowAndBack({ page }: Workbench, name: string): Promise<void> {
  await expectAccessible(page, name);
  await page.screenshot({ path: test.info().outputPath(`${name}-wide.png`) });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, `${name}, narrow`);
  await page.screenshot({ path: test.info().outputPath(`${name}-narrow.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a user adds a server of the registry, tries it, and lets the agent use it: asked at first, then unasked', async ({
  workbench,
  models,
}) => {
  test.setTimeout(patience(240_000));
  const { page, approvals, conversation, status } = workbench;
  await page.setViewportSize({ width: 1440, height: 900 });
  const create = (name: string, id: string) =>
    toolCall('mcp_memory__create_entities', { entities: [{ name, entityType: 'task', observations: [] }] }, id);
  scriptModel(models, [
    { toolCalls: [create('Milk', 'one')] },
    { content: 'Noted.' },
    { toolCalls: [create('Bread', 'two')] },
    { content: 'Noted too.' },
  ]);
  await workbench.open();
  const settings = await openSettings(workbench.page, 'MCP servers');
  await settings.getByRole('button', { name: 'Add a server' }).click();
  await settings.getByLabel('Address or command').fill('npx -y @modelcontextprotocol/server-memory');
  await settings.getByRole('button', { name: 'Start it for a test' }).click();
  const tested = settings.getByRole('status', { name: 'Test result' });
  await expect(tested).toContainText('It works', { timeout: patience(90_000) });
  await expect(tested).toContainText('create_entities');
  await narrowAndBack(workbench, 'test');
  await settings.getByRole('button', { name: 'Save and start' }).click();
  const row = settings.getByRole('listitem', { name: 'MCP server memory' });
  await expect(row).toContainText('Ready, 9 tools');
  await row.locator('summary').click();
  await expect(row.getByRole('combobox', { name: 'Permission of create_entities' })).toHaveValue('ask');
  await narrowAndBack(workbench, 'tools');
  await page.keyboard.press('Escape');

  // The first use shows the tool's description and the arguments of the call.
  await workbench.send('Note milk');
  await expect(approvals).toContainText('Create multiple new entities');
  await expect(approvals.getByRole('log', { name: 'Arguments of create_entities' })).toContainText('Milk');
  await narrowAndBack(workbench, 'question');
  await workbench.approve('create_entities');
  await expect(status).toHaveText(/Completed/);
  const card = conversation.getByRole('article', { name: /^memory: create_entities, .*, success$/ });
  await card.getByRole('button').first().click();
  await expect(card.getByText('What the server answered, untrusted:')).toBeVisible();
  await expect(card.getByRole('log', { name: /^Result/ }).first()).toContainText('Milk');
  await narrowAndBack(workbench, 'card');
  expect(lastRequest(models)).toContain('untrusted');

  const again = await openSettings(workbench.page, 'MCP servers');
  await again.locator('summary').first().click();
  await again.getByRole('combobox', { name: 'Permission of create_entities' }).selectOption('allow');
  await page.keyboard.press('Escape');
  await workbench.send('Note bread');
  await expect(conversation).toContainText('Noted too.');
  await expect(approvals).toBeHidden();
});

test('a project’s file starts nothing: its server runs once agreed to, its end is said, and a change asks again', async ({
  workbench,
  models,
}) => {
  const { page, conversation, status } = workbench;
  await page.setViewportSize({ width: 1440, height: 900 });
  const config = '[mcp.own]\ncommand = "node server.mjs"\n';
  scriptModel(models, [
    {
      toolCalls: [
        toolCall('devonz_write_file', { path: 'server.mjs', content: OWN_SERVER }, 'one'),
        toolCall('devonz_write_file', { path: '.devonz/config.toml', content: config }, 'two'),
      ],
    },
    { content: 'Written.' },
    { toolCalls: [toolCall('mcp_own__quit', {}, 'three')] },
    { content: 'It has ended.' },
    {
      toolCalls: [
        toolCall('devonz_write_file', { path: '.devonz/config.toml', content: config.replace('server.mjs', 'server.mjs --other') }, 'four'),
      ],
    },
    { content: 'Changed.' },
  ]);
  await workbench.open();
  await workbench.send('Write a server');
  await workbench.approve('config.toml');
  await expect(status).toHaveText(/Completed/);
  await expect(page.getByText('This project names the MCP server own, which is not used yet.')).toBeVisible();
  const settings = await openSettings(workbench.page, 'MCP servers');
  const row = settings.getByRole('listitem', { name: 'MCP server own' });
  await expect(row).toContainText('Not used yet');
  await expect(row).toContainText('node server.mjs');
  await narrowAndBack(workbench, 'project');
  await row.getByRole('button', { name: 'Start and use this command' }).click();
  await expect(row).toContainText('Ready, 2 tools');
  await row.locator('summary').click();
  await row.getByRole('combobox', { name: 'Permission of quit' }).selectOption('allow');
  await page.keyboard.press('Escape');

  await workbench.send('End it');
  await expect(conversation.getByRole('article', { name: /^own: quit, .*, error$/ })).toContainText(/ended|closed|gone/);
  await narrowAndBack(workbench, 'died');

  await workbench.send('Change it');
  await workbench.approve('config.toml');
  await expect(conversation).toContainText('Changed.');
  const later = await openSettings(workbench.page, 'MCP servers');
  await expect(later.getByRole('listitem', { name: 'MCP server own' })).toContainText('Changed since you agreed to it: not used');
});

test('a user signs in to a server in a window of its own, and attaches its resources and prompts with @', async ({
  workbench,
  models,
  context,
}) => {
  const { page, message, conversation } = workbench;
  await page.setViewportSize({ width: 1440, height: 900 });
  const server = await startOAuthMcpServer();
  try {
    scriptModel(models, [{ content: 'Read.' }, { toolCalls: [toolCall('mcp_weather__radar', {}, 'one')] }, { content: 'Seen.' }]);
    await workbench.open();
    const settings = await openSettings(workbench.page, 'MCP servers');
    await settings.getByRole('button', { name: 'Add a server' }).click();
    await settings.getByLabel('Address or command').fill(server.url);
    await settings.getByLabel(/^Name/).fill('weather');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    const row = settings.getByRole('listitem', { name: 'MCP server weather' });
    await expect(row).toContainText('This server wants to know who you are');
    await narrowAndBack(workbench, 'sign-in');
    const opened = context.waitForEvent('page');
    await row.getByRole('button', { name: 'Sign in' }).click();
    const popup = await opened;
    await expect(row).toContainText('Ready, 2 tools, 1 resource, 1 prompt');
    if (!popup.isClosed()) await expect(popup.getByRole('heading')).toHaveText('You can close this window');
    // Neither the settings nor their export contain secrets.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/access_token|refresh_token/);
    await page.keyboard.press('Escape');

    await message.pressSequentially('Compare @alma');
    await expect(page.getByRole('listbox', { name: 'Files, resources and prompts' })).toContainText('A year of weather');
    await page.keyboard.press('Enter');
    const attached = page.getByRole('list', { name: 'Attachments of this message' });
    await expect(attached).toContainText('almanac of weather19 characters, untrusted');
    await message.press('End');
    await message.pressSequentially(' and @rep');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Prompt report' });
    await dialog.getByRole('textbox', { name: 'city' }).fill('Bern');
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await expect(attached.getByRole('listitem')).toHaveCount(2);
    await narrowAndBack(workbench, 'attached');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(conversation).toContainText('Read.');
    await expect(conversation.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2);
    expect(lastRequest(models)).toContain('It rained in March.');
    expect(lastRequest(models)).toContain('Write a weather report for Bern.');
    expect(lastRequest(models)).toContain('written by that server, not by the user');

    // A picture is sent once, as an image, and not as text of the result.
    await workbench.send('Show the rain');
    await workbench.approve('radar');
    await expect(conversation).toContainText('Seen.');
    const card = conversation.getByRole('article', { name: /^weather: radar, .*, success$/ });
    await card.getByRole('button').first().click();
    await expect(card.getByRole('img')).toBeVisible();
    expect(lastRequest(models).split('iVBORw0KGgo')).toHaveLength(2);
    expect(lastRequest(models)).toContain('data:image/png;base64,iVBORw0KGgo');
  } finally {
    await server.stop();
  }
});
