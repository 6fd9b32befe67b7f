import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, request as requestOf, type Server, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AllowedHost, isAllowed } from './allowed-hosts.ts';

/**
 * The only way from a sandbox to the network: a proxy for HTTP, and with CONNECT for HTTPS, to the hosts that the user
 * has named. It resolves names itself, so that an allowed name cannot lead to a service of this computer.
 */
export function createWayOut(allowed: readonly AllowedHost[]): Server {
  const server = createServer((request, response) => void passRequest(request, response, allowed).catch(() => response.destroy()));
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    passTunnel(request, client, head, allowed).catch(() => client.destroy());
  });
  return server;
}

async function passRequest(request: IncomingMessage, response: ServerResponse, allowed: readonly AllowedHost[]): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const port = Number(url?.port || 80);
  const address = url?.protocol === 'http:' ? await addressFor(url.hostname, port, allowed) : null;
  if (url === null || address === null) {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(refusal(url?.host ?? ''));
    return;
  }
  const { 'proxy-connection': _hop, 'proxy-authorization': _secret, ...headers } = request.headers;
  const outgoing = requestOf({ host: address, port, method: request.method, path: url.pathname + url.search, headers, setHost: false });
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  request.pipe(outgoing);
}

async function passTunnel(request: IncomingMessage, client: Duplex, head: Buffer, allowed: readonly AllowedHost[]): Promise<void> {
  const [, host = '', port = ''] = /^([^:/@]+):(\d{1,5})$/.exec(request.url ?? '') ?? [];
  const address = await addressFor(host, Number(port), allowed);
  if (address === null) {
    const text = refusal(request.url ?? '');
    client.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return;
  }
  const far = await connected(address, Number(port));
  client.write('HTTP/1.1 200 Connected\r\n\r\n');
  far.write(head);
  far.on('error', () => client.destroy());
  client.once('close', () => far.destroy());
  far.pipe(client).pipe(far);
}

/** Returns the address to connect to, or null if programs may not connect to the host. */
async function addressFor(host: string, port: number, allowed: readonly AllowedHost[]): Promise<string | null> {
  if (!isAllowed(allowed, host, port)) return null;
  if (isIP(host) !== 0 || host === 'localhost') return host;
  const { address } = await lookup(host);
  return isOfThisComputer(address) ? null : address;
}

/** Also refuses the addresses at which cloud providers hand out keys of the machine. */
export function isOfThisComputer(address: string): boolean {
  return /^(?:127\.|0\.|169\.254\.|::1$|::$|fe[89ab][0-9a-f]:|::ffff:(?:127\.|0\.|169\.254\.))/i.test(address);
}

function refusal(host: string): string {
  return `The sandbox of devonz-bridge does not reach ${host}. Whoever has started it can allow a host by --allow.\n`;
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
