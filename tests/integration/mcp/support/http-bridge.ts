import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface Bridge {
  url: string;
  close(): Promise<void>;
}

/** Exposes a stdio server at a loopback URL: each session is a separate process. */
export async function bridgeToHttp(command: string, args: string[], environment: Record<string, string>): Promise<Bridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const programs: Transport[] = [];
  const open = async () => {
    const program = new StdioClientTransport({ command, args, env: { PATH: process.env.PATH ?? '', ...environment }, stderr: 'ignore' });
    const web = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, web),
    });
    web.onmessage = (message) => void program.send(message);
    program.onmessage = (message) =>
      void web.send(message, 'id' in message && message.id !== undefined ? { relatedRequestId: message.id } : {});
    programs.push(program);
    await program.start();
    await web.start();
    return web;
  };
  const server: Server = createServer((request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    void (known === undefined ? open() : Promise.resolve(known)).then((web) => web.handleRequest(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      for (const program of programs) await program.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
