import { notSupported } from '../errors/node-error.ts';
import { createSystemError } from '../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { isLoopback } from './net/addresses.ts';

/** The names are the module's own, the values c-ares's. */
const dnsErrors: Readonly<Record<string, string>> = Object.fromEntries(
  `NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION
BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED`
    .split(/\s+/)
    .map((name) => [name, name === 'EOF' ? 'EOF' : `E${name}`]),
);

type LookupCallback = (error: unknown, address?: unknown, family?: number) => void;

function resolveName(name: string, all: boolean): { address: unknown; family: number } {
  if (!isLoopback(name)) {
    const error = createSystemError('ENOTFOUND', { syscall: 'getaddrinfo' });
    error.message = `getaddrinfo ENOTFOUND ${name}`;
    throw Object.assign(error, { errno: -3008, hostname: name });
  }
  return { address: all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', family: 4 };
}

export function createDnsModule(host: NodeHost): BuiltinExports {
  const lookup = (name: string, ...rest: unknown[]): void => {
    const callback = rest.at(-1) as LookupCallback;
    const options = rest[0];
    const all = typeof options === 'object' && options !== null && 'all' in options && options.all === true;
    host.loop.post(() => {
      try {
        const { address, family } = resolveName(name, all);
        if (all) callback(null, address);
        else callback(null, address, family);
      } catch (error) {
        callback(error);
      }
    });
  };
  const absent = (name: string) => () => {
    throw notSupported(`dns.${name}`, 'a browser does not let programs ask name servers');
  };
  const queries = [
    'resolve',
    'resolve4',
    'resolve6',
    'resolveMx',
    'resolveTxt',
    'resolveSrv',
    'resolveNs',
    'resolveCname',
    'reverse',
    'lookupService',
  ];
  return {
    ...Object.fromEntries(queries.map((name) => [name, absent(name)])),
    lookup,
    get promises() {
      return host.builtin('dns/promises');
    },
    getDefaultResultOrder: () => 'verbatim',
    setDefaultResultOrder: () => {},
    getServers: () => [],
    setServers: () => {},
    ADDRCONFIG: 32,
    ALL: 16,
    V4MAPPED: 8,
    ...dnsErrors,
  };
}

export function createDnsPromisesModule(host: NodeHost): BuiltinExports {
  return {
    lookup: (name: string, options: { all?: boolean } = {}) =>
      new Promise((resolve, reject) => {
        host.loop.post(() => {
          try {
            const { address, family } = resolveName(name, options.all === true);
            resolve(options.all === true ? address : { address, family });
          } catch (error) {
            reject(error);
          }
        });
      }),
    getDefaultResultOrder: () => 'verbatim',
    setDefaultResultOrder: () => {},
    getServers: () => [],
    setServers: () => {},
    ...dnsErrors,
  };
}
