import outsideSocketsFile from 'deferred:network/outside-sockets';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { carryHttp } from '../../deferred/network/outside-sockets.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { outsideOf } from '../http/outside.ts';
import { type ConnectOptions, isLoopback } from './addresses.ts';
import { givenAddresses } from './given-addresses.ts';

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/** Alternatives to the servers that usually listen on these ports. */
const insteadByPort: ReadonlyMap<number, string> = new Map([
  [5432, 'a Postgres in the project is @electric-sql/pglite (npx pglite-server --port 5432), and many servers answer over https'],
  [3306, 'there is no MySQL in the project either; Postgres is (@electric-sql/pglite), and SQLite (better-sqlite3, node:sqlite)'],
  [27_017, 'there is no MongoDB in the project either; Postgres is (@electric-sql/pglite), and SQLite (better-sqlite3, node:sqlite)'],
  [6379, 'there is no Redis in the project either; a Map, or SQLite (better-sqlite3, node:sqlite), and hosted ones answer over https'],
]);

function isOwnServer(host: NodeHost, { host: name, port }: ConnectOptions, protocol: string): boolean {
  return `${protocol}//${name}:${port}` === host.context.origin || `${protocol}//${name}` === host.context.origin;
}

/** Returns whether the target is not a process of this machine. The engine's own server (the package registry) may have a loopback name. */
export function isOutside(host: NodeHost, options: ConnectOptions, isEncrypted: boolean): boolean {
  if (options.path !== undefined) return false;
  return !isLoopback(options.host) || isOwnServer(host, options, isEncrypted ? 'https:' : 'http:');
}

/** Returns a descriptor that represents a connection to an outside server. */
export function connectOutside(host: NodeHost, options: ConnectOptions, isEncrypted: boolean, fail: (error: unknown) => void): number {
  const protocol = isEncrypted ? 'https:' : 'http:';
  const name = givenAddresses(host).nameOf(options.host) ?? options.host;
  if (options.port !== (isEncrypted ? HTTPS_PORT : HTTP_PORT) && !isOwnServer(host, options, protocol))
    throw Object.assign(
      notSupported(
        `A connection to ${name}:${options.port}`,
        `raw TCP to the outside does not exist in a browser; ${insteadByPort.get(options.port ?? 0) ?? 'use fetch or http(s) requests'}`,
      ),
      { code: 'ENETUNREACH', syscall: 'connect', address: options.host, port: options.port },
    );
  const [own, theirs] = host.system.sync('socketPair');
  const part = loadDeferred(host, 'outside-sockets', outsideSocketsFile) as { carryHttp: typeof carryHttp };
  part.carryHttp({
    host,
    descriptor: theirs,
    origin: `${protocol}//${options.host}:${options.port}`,
    exchange: (request) => outsideOf(host).exchange(request),
    fail: (error) => host.loop.run(() => fail(error)),
  });
  return own;
}
