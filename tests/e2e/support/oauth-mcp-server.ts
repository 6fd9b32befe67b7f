import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { z } from 'zod';

export interface OAuthMcpServer {
  url: string;
  stop(): Promise<void>;
}

class Provider extends DemoInMemoryAuthProvider {
  override async verifyAccessToken(token: string) {
    return super.verifyAccessToken(token).catch(() => Promise.reject(new InvalidTokenError('Nobody has this token.')));
  }
}

/** One black pixel. */
const RADAR = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function toolServer(): McpServer {
  const server = new McpServer({ name: 'Weather', version: '2.0' });
  server.registerTool('forecast', { description: 'Says the weather.', inputSchema: { city: z.string() } }, ({ city }) => ({
    content: [{ type: 'text', text: `Sun in ${city}` }],
  }));
  server.registerTool('radar', { description: 'Shows the rain.' }, () => ({
    content: [{ type: 'image', mimeType: 'image/png', data: RADAR }],
  }));
  server.registerResource('almanac', 'weather://almanac', { description: 'A year of weather' }, () => ({
    contents: [{ uri: 'weather://almanac', text: 'It rained in March.' }],
  }));
  server.registerPrompt('report', { description: 'A report', argsSchema: { city: z.string() } }, ({ city }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Write a weather report for ${city}.` } }],
  }));
  return server;
}

/** Starts a real Streamable HTTP server that requires signing in, which its own authorisation server grants immediately. */
export async function startOAuthMcpServer(): Promise<OAuthMcpServer> {
  const app = express();
  const listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`; // The server's address is an object, because it listens on a port.
  const provider = new Provider();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  app.use((request, response, next) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  });
  app.use(
    mcpAuthRouter({ provider, issuerUrl: new URL(origin), resourceServerUrl: new URL(`${origin}/mcp`), scopesSupported: ['mcp:tools'] }),
  );
  const letIn = requireBearerAuth({ verifier: provider, resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp` });
  app.all('/mcp', letIn, async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    const transport =
      known ??
      new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: (id) => void sessions.set(id, transport) });
    // The SDK's own transport does not match its own interface with exact optional properties.
    if (known === undefined) await toolServer().connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  });
  return {
    url: `${origin}/mcp`,
    async stop() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, 'close');
    },
  };
}
