import outsideSocketsFile from 'deferred:outside-sockets';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { carryHttp } from '../../deferred/outside-sockets.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { fetchThroughBrowser } from '../http/fetch-exchange.ts';
import { type ConnectOptions, isLoopback } from './addresses.ts';

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

function isOwnServer(host: NodeHost, { host: name, port }: ConnectOptions, protocol: string): boolean {
  return `${protocol}//${name}:${port}` === host.context.origin || `${protocol}//${name}` === host.context.origin;
}

/** Whether no process of this machine is meant. The engine's own server (the package registry) may have a loopback name. */
export function isOutside(host: NodeHost, options: ConnectOptions, isEncrypted: boolean): boolean {
  if (options.path !== undefined) return false;
  return !isLoopback(options.host) || isOwnServer(host, options, isEncrypted ? 'https:' : 'http:');
}

/** A descriptor that stands for a connection to a server outside. */
export function connectOutside(host: NodeHost, options: ConnectOptions, isEncrypted: boolean, fail: (error: unknown) => void): number {
  const protocol = isEncrypted ? 'https:' : 'http:';
  if (options.port !== (isEncrypted ? HTTPS_PORT : HTTP_PORT) && !isOwnServer(host, options, protocol))
    throw Object.assign(
      notSupported(
        `A connection to ${options.host}:${options.port}`,
        'raw TCP to the outside does not exist in a browser; use fetch or http(s) requests',
      ),
      { code: 'ENETUNREACH', syscall: 'connect', address: options.host, port: options.port },
    );
  const [own, theirs] = host.system.sync('socketPair');
  // What the part exports.
  const part = loadDeferred(host, 'outside-sockets', outsideSocketsFile) as { carryHttp: typeof carryHttp };
  part.carryHttp({
    host,
    descriptor: theirs,
    origin: `${protocol}//${options.host}:${options.port}`,
    exchange: fetchThroughBrowser,
    fail: (error) => host.loop.run(() => fail(error)),
  });
  return own;
}
