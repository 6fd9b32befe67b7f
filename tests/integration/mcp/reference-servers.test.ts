import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolContext } from '../../../app/lib/agent/contract/tool-definition.ts';
import { outputOf, toolContext } from '../../../app/lib/tools/testing/run-tool.ts';
import { type Bridge, bridgeToHttp } from './support/http-bridge.ts';
import { REFERENCE_SERVERS, REFERENCE_TOOLS, type ReferenceServer } from './support/reference-calls.ts';
import { isSettled, testMcp } from './support/test-service.ts';

/** Every tool of the official reference servers over Streamable HTTP, called as by the agent. */
const require = createRequire(import.meta.url);
let folder = '';
const bridges: Bridge[] = [];
const called: string[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-')));
});
afterAll(async () => {
  for (const bridge of bridges) await bridge.close();
  await rm(folder, { recursive: true, force: true });
});

async function bridged({ name, args }: ReferenceServer): Promise<Bridge> {
  const root = dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`));
  const environment = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  const bridge = await bridgeToHttp(process.execPath, [join(root, 'dist/index.js'), ...args(folder)], environment);
  bridges.push(bridge);
  return bridge;
}

test.each(REFERENCE_SERVERS)(
  'all tools of $name answer over Streamable HTTP',
  async (server) => {
    const { url } = await bridged(server);
    const mcp = await testMcp([{ name: 'reference', isEnabled: true, transport: 'http', url, route: 'direct' }]);
    mcp.service.start();
    expect(await mcp.state('reference', isSettled)).toMatchObject({ status: 'ready', via: 'direct', remarks: [] });
    const calls = server.calls(folder);
    const tools = mcp.service.tools();
    expect(tools).toHaveLength(calls.length);
    const context: ToolContext = toolContext();
    for (const [name, input] of calls) {
      const tool = tools.find((one) => one.description.startsWith(`${name},`));
      if (tool === undefined) throw new Error(`${server.name} does not offer ${name}.`);
      expect(tool.problemOf(input), name).toBeNull();
      const output = await outputOf(tool, input, context);
      expect(output, name).toMatchObject({ server: 'reference', tool: name, isUntrusted: true });
      expect(output, name).not.toHaveProperty('isError');
      called.push(`${server.name} ${name}`);
    }
    await mcp.close();
  },
  60_000,
);

test('these are all of their tools', () => {
  expect(new Set(called).size).toBe(REFERENCE_TOOLS);
});
