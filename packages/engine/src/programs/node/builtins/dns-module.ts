import { invalidArgumentType, invalidArgumentValue } from '../errors/node-error.ts';
import { createSystemError } from '../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { ipVersion, isLoopback } from './net/addresses.ts';
import { givenAddresses } from './net/given-addresses.ts';

/** The module's names for errors, with the values of c-ares. */
const dnsErrors: Readonly<Record<string, string>> = Object.fromEntries(
  `NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION
BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED`
    .split(/\s+/)
    .map((name) => [name, name === 'EOF' ? 'EOF' : `E${name}`]),
);

/** Maps each method to its record type; `resolve` takes the type as an argument. */
const recordOf: Readonly<Record<string, string>> = {
  resolve4: 'A',
  resolve6: 'AAAA',
  resolveAny: 'ANY',
  resolveCaa: 'CAA',
  resolveCname: 'CNAME',
  resolveMx: 'MX',
  resolveNaptr: 'NAPTR',
  resolveNs: 'NS',
  resolvePtr: 'PTR',
  resolveSoa: 'SOA',
  resolveSrv: 'SRV',
  resolveTlsa: 'TLSA',
  resolveTxt: 'TXT',
};
const records = new Set(Object.values(recordOf));

interface Wanted {
  isAll: boolean;
  family: unknown;
}

function resolveName(name: string, { isAll, family }: Wanted, host: NodeHost): [unknown, number?] {
  const own = ipVersion(name);
  const found = own === 0 ? { address: addressOf(name, family, host), family: 4 } : { address: name, family: own };
  return isAll ? [[found]] : [found.address, found.family];
}

function addressOf(name: string, family: unknown, host: NodeHost): string {
  if (isLoopback(name)) return '127.0.0.1';
  const address = family === 6 || family === 'IPv6' ? null : givenAddresses(host).addressOf(name);
  if (address === null) throw unknownName('ENOTFOUND', name);
  // The error that Node gives when no name server can be reached.
  if (isOffline(host)) throw unknownName('EAI_AGAIN', name);
  return address;
}

function isOffline({ scope }: NodeHost): boolean {
  // `navigator` is hidden from programs, which would take it as a sign of a browser.
  const navigator = scope.hidden.get('navigator') as { onLine?: boolean } | undefined;
  return navigator?.onLine === false;
}

/** The `errno` values on Linux. */
const LOOKUP_ERRORS = { ENOTFOUND: -3008, EAI_AGAIN: -3001 };

function unknownName(code: keyof typeof LOOKUP_ERRORS, hostname: string): Error {
  const error = createSystemError(code, { syscall: 'getaddrinfo' });
  error.message = `getaddrinfo ${code} ${hostname}`;
  return Object.assign(error, { errno: LOOKUP_ERRORS[code], hostname });
}

/** The error of a query that no name server answers; programs that check whether they are online recognize this one. */
function refusedQuery(syscall: string, hostname: unknown): Error {
  const error = new Error(`${syscall} ECONNREFUSED ${String(hostname)}: a browser does not let programs ask name servers`);
  return Object.assign(error, { errno: undefined, code: 'ECONNREFUSED', syscall, hostname });
}

type Answer = () => unknown[];

/** Validates the arguments, and returns a function that computes the result later. */
function query(method: string, name: unknown, rest: readonly unknown[]): Answer {
  if (typeof name !== 'string') throw invalidArgumentType('name', 'of type string', name);
  const [type = 'A'] = rest;
  if (method === 'resolve' && typeof type !== 'string') throw invalidArgumentType('rrtype', 'of type string', type);
  const record = recordOf[method] ?? String(type);
  if (!records.has(record)) throw invalidArgumentValue('rrtype', record);
  return () => {
    if (isLoopback(name) && record === 'A') return [['127.0.0.1']];
    throw refusedQuery(`query${record.charAt(0)}${record.slice(1).toLowerCase()}`, name);
  };
}

function reverse(address: unknown): Answer {
  if (typeof address !== 'string') throw invalidArgumentType('name', 'of type string', address);
  return () => {
    if (isLoopback(address)) return [['localhost']];
    throw refusedQuery('getHostByAddr', address);
  };
}

function lookupService(address: unknown, port: unknown): Answer {
  if (ipVersion(address) === 0) throw invalidArgumentValue('address', address);
  return () => {
    if (isLoopback(String(address))) return ['localhost', String(port)];
    throw refusedQuery('getnameinfo', address);
  };
}

/** Accepts `options` as in Node, or only a family. */
function lookup(name: unknown, options: unknown, host: NodeHost): Answer {
  if (name && typeof name !== 'string') throw invalidArgumentType('hostname', 'of type string', name);
  const given = typeof options === 'object' && options !== null ? options : { family: options };
  const isAll = 'all' in given && given.all === true;
  const family = 'family' in given ? given.family : undefined;
  return () => (typeof name === 'string' && name !== '' ? resolveName(name, { isAll, family }, host) : isAll ? [[]] : [null, 4]);
}

/** The queries that `Resolver` shares. */
const queries: Readonly<Record<string, (...args: unknown[]) => Answer>> = {
  ...Object.fromEntries(
    ['resolve', ...Object.keys(recordOf)].map((method) => [method, (name: unknown, ...rest: unknown[]) => query(method, name, rest)]),
  ),
  reverse,
};

const settings = { getDefaultResultOrder: () => 'verbatim', setDefaultResultOrder: () => {}, getServers: () => [], setServers: () => {} };

function resolverOf(methods: Readonly<Record<string, unknown>>): BuiltinExports {
  class Resolver {
    cancel(): void {}
    getServers(): string[] {
      return [];
    }
    setServers(): void {}
    setLocalAddress(): void {}
  }
  Object.assign(Resolver.prototype, methods);
  return { Resolver };
}

export function createDnsModule(host: NodeHost): BuiltinExports {
  const withCallback =
    (ask: (...args: unknown[]) => Answer) =>
    (...args: unknown[]): void => {
      const callback = args.length > 1 ? args.pop() : undefined;
      if (typeof callback !== 'function') throw invalidArgumentType('callback', 'of type function', callback);
      const answer = ask(...args);
      host.loop.post(() => {
        let found: unknown[];
        try {
          found = answer();
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, ...found);
      });
    };
  const asked = Object.fromEntries(Object.entries(queries).map(([name, ask]) => [name, withCallback(ask)]));
  const look = withCallback((name, options) => lookup(name, options, host));
  const service = withCallback(lookupService);
  const promises = (): BuiltinExports => host.builtin('dns/promises');
  // `util.promisify` returns the functions of `dns.promises`.
  Object.defineProperty(look, PROMISIFIED, { value: (...args: unknown[]) => (promises().lookup as Ask)(...args) });
  Object.defineProperty(service, PROMISIFIED, { value: (...args: unknown[]) => (promises().lookupService as Ask)(...args) });
  return {
    ...asked,
    ...resolverOf(asked),
    lookup: look,
    lookupService: service,
    get promises() {
      return promises();
    },
    ...settings,
    ADDRCONFIG: 32,
    ALL: 16,
    V4MAPPED: 8,
    ...dnsErrors,
  };
}

type Ask = (...args: unknown[]) => Promise<unknown>;
const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

export function createDnsPromisesModule(host: NodeHost): BuiltinExports {
  const promised =
    (ask: (...args: unknown[]) => Answer, shape: (found: unknown[], args: unknown[]) => unknown = ([found]) => found): Ask =>
    (...args) => {
      const answer = ask(...args);
      return new Promise((resolve, reject) => {
        host.loop.post(() => {
          try {
            resolve(shape(answer(), args));
          } catch (error) {
            reject(error);
          }
        });
      });
    };
  const asked = Object.fromEntries(Object.entries(queries).map(([name, ask]) => [name, promised(ask)]));
  return {
    ...asked,
    ...resolverOf(asked),
    lookup: promised(
      (name, options) => lookup(name, options, host),
      ([address, family]) => (family === undefined ? address : { address, family }),
    ),
    lookupService: promised(lookupService, ([hostname, service]) => ({ hostname, service })),
    ...settings,
    ...dnsErrors,
  };
}
