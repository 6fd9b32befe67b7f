import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { APP_SETTINGS_KEY } from '../../app/lib/protocol/storage-keys.ts';
import { type AppServer, startAppServer } from './support/app-server.ts';
import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

/** An MCP server that may or may not allow web pages to access it. */
class Greeter {
  readonly asked: IncomingMessage[] = [];
  readonly #sessions = new Map<string, StreamableHTTPServerTransport>();
  readonly #http: Server;

  constructor(letsPagesIn: boolean) {
    this.#http = createServer(async (request, response) => {
      this.asked.push(request);
      if (letsPagesIn) {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*, authorization');
        response.setHeader('access-control-expose-headers', 'mcp-session-id');
        response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
      }
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      const id = request.headers['mcp-session-id'];
      const transport = (typeof id === 'string' ? this.#sessions.get(id) : undefined) ?? (await this.#open());
      await transport.handleRequest(request, response);
    });
  }

  async listen(): Promise<number> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    const { port } = this.#http.address() as AddressInfo; // The server's address is an object, because it listens on a port.
    return port;
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  async #open(): Promise<StreamableHTTPServerTransport> {
    const server = new McpServer({ name: 'greeter', version: '1.0.0' });
    server.registerTool('greet', { description: 'Greets somebody.', inputSchema: { name: z.string() } }, ({ name }) => ({
      content: [{ type: 'text', text: `Good day, ${name}, at ${randomUUID().length}.` }],
    }));
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, transport),
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]); // The SDK's own class, whose optional fields the compiler checks more strictly.
    return transport;
  }
}

let open: Greeter;
let closed: Greeter;
let openPort = 0;
let server: AppServer;

test.beforeAll(async ({ models }, { parallelIndex }) => {
  open = new Greeter(true);
  closed = new Greeter(false);
  openPort = await open.listen();
  const keys = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODELS: 'gpt-test' };
  server = await startAppServer(keys, 19_900 + parallelIndex * 100, `127.0.0.1:${await closed.listen()}`);
});
test.afterAll(async () => {
  await server.stop();
  open.close();
  closed.close();
});

for (const way of ['from the browser', 'through the server'] as const) {
  test(`a tool of an MCP server is offered, asks, and answers ${way}`, async ({ page, models, appErrors }) => {
    const isDirect = way === 'from the browser';
    const url = isDirect ? `http://127.0.0.1:${openPort}/mcp` : 'https://tools.weather.net/mcp';
    const mcpServers = [{ name: 'greeter', isEnabled: true, transport: 'http', url, route: 'auto', verdicts: {}, headerNames: [] }];
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      APP_SETTINGS_KEY,
      JSON.stringify({ mcpServers }),
    ] as const);
    scriptModel(models, [{ toolCalls: [toolCall('mcp_greeter__greet', { name: 'Ada' })] }, { content: 'Greeted.' }]);
    const workbench = workbenchOf(page, server);
    const greeter = isDirect ? open : closed;
    await workbench.open();
    // Initialised, and its tools listed.
    await expect.poll(() => greeter.asked.filter(({ method }) => method === 'POST').length).toBeGreaterThanOrEqual(3);
    await workbench.send('Greet Ada');
    await expect(workbench.approvals).toContainText('Greets somebody.');
    expect(lastRequest(models)).toContain('mcp_greeter__greet');
    await workbench.approve('Greets somebody.');
    await expect(workbench.status).toHaveText(/Completed/);
    expect(lastRequest(models)).toContain('Good day, Ada, at 36.');
    // The app's own cookies are not sent.
    expect(greeter.asked.map(({ headers }) => headers.cookie)).toEqual(greeter.asked.map(() => undefined));
    // Only the worker may connect; the page itself is blocked.
    const refused = await page.evaluate((address) => fetch(address).then(() => 'reached', String), `http://127.0.0.1:${openPort}/mcp`);
    expect(refused).toMatch(/TypeError/);
    // The browser's own attempt, and the page's above.
    for (let index = appErrors.length; index--; )
      if (/weather\.net|ERR_|Content Security Policy|violates/.test(appErrors[index] ?? '')) appErrors.splice(index, 1);
  });
}
