import { afterEach, expect, test } from 'vitest';
import { createNoticeService } from '../../notices/notice-service.ts';
import type { ConfirmedServers } from '../../persistence/project-server-store.ts';
import { chatIdSchema } from '../../protocol/ids.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import { EMPTY_PROJECT_CONFIG } from '../../protocol/project-facts/project-config.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../stores/chat.ts';
import { $projectServers } from '../../stores/mcp.ts';
import { $projectConfig } from '../../stores/project-config.ts';
import { $settings } from '../../stores/settings.ts';
import { $notices } from '../../stores/workbench.ts';
import { createProjectMcp } from './project-mcp.ts';

const own: McpServer = { name: 'own', isEnabled: true, verdicts: {}, transport: 'stdio', command: 'node server.mjs', environmentNames: [] };
const mine: McpServer = { ...own, name: 'mine', command: 'npx -y mine' };

let stop = () => undefined as void;
afterEach(() => {
  stop();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $projectConfig.set({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] });
  $projectServers.set([]);
  $notices.set([]);
});

const names = (...mcpServers: McpServer[]) =>
  $projectConfig.set({ config: { ...EMPTY_PROJECT_CONFIG, mcpServers }, warnings: [], scripts: [] });
const words = () => $notices.get().map(({ message }) => message);

function setUp() {
  const kept = new Map<string, ConfirmedServers>();
  $chat.set({ ...INITIAL_CHAT_STATE, chatId: chatIdSchema.parse('chat-1') });
  $settings.set({ ...DEFAULT_APP_SETTINGS, mcpServers: [mine] });
  const store = {
    load: (project: string) => kept.get(project) ?? new Map(),
    save: (project: string, servers: ConfirmedServers) => void kept.set(project, servers),
  };
  const user = {
    current: $settings.get,
    updateSettings: (patch: { mcpServers: McpServer[] }) => $settings.set({ ...$settings.get(), ...patch }),
  };
  const mcp = createProjectMcp(store, user, createNoticeService());
  stop = mcp.stop;
  const confirmed: string[][] = [];
  const actions = mcp.actions({ confirmMcpCommand: async (...given) => void confirmed.push(given) });
  return { mcp, actions, confirmed, current: () => mcp.settings.current().mcpServers.map(({ name }) => name) };
}

test('a project’s server joins the user’s when it was agreed to, which starts its command, and leaves with the project', async () => {
  const { actions, confirmed, current } = setUp();
  names(own);
  expect([current(), confirmed]).toEqual([['mine'], []]);
  await actions.takeProjectServer(own);
  expect([current(), confirmed]).toEqual([['mine', 'own'], [['own', 'node server.mjs']]]);
  $chat.setKey('chatId', chatIdSchema.parse('chat-2'));
  expect([current(), $projectServers.get()[0]?.status]).toEqual([['mine'], 'new']);
});

test('that a project names a server is said once for each text', async () => {
  const { actions } = setUp();
  names(own);
  names(own);
  await actions.takeProjectServer(own);
  names({ ...own, command: 'node other.mjs' });
  names({ ...own, command: 'node other.mjs' });
  expect(words()).toEqual([
    'This project names the MCP server own, which is not used yet. See Settings → MCP servers.',
    'This project names the MCP server own, which has changed and is no longer used. See Settings → MCP servers.',
  ]);
});

test('what is not there any more cannot be agreed to', async () => {
  const { actions, confirmed, current } = setUp();
  names({ ...own, command: 'node other.mjs' });
  await actions.takeProjectServer(own);
  expect([current(), confirmed]).toEqual([['mine'], []]);
  expect(words().at(-1)).toMatch(/says something else of own by now/);
});

test('what is said of a project’s tools never goes into the settings of the user', async () => {
  const { mcp, actions } = setUp();
  names(own);
  await actions.takeProjectServer(own);
  mcp.settings.updateSettings({
    mcpServers: [
      { ...mine, verdicts: { a: 'deny' } },
      { ...own, verdicts: { quit: 'allow' } },
    ],
  });
  expect($settings.get().mcpServers).toEqual([{ ...mine, verdicts: { a: 'deny' } }]);
  expect(mcp.settings.current().mcpServers[1]?.verdicts).toEqual({ quit: 'allow' });
  await actions.forgetProjectServer('own');
  expect($projectServers.get()).toEqual([{ status: 'new', server: own }]);
});
