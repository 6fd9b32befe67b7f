import { constructOn } from '../../base/callable-class.ts';
import { loadRareClasses } from '../../deferred/load-rare-classes.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { ipVersion } from './addresses.ts';
import { Server } from './server.ts';
import { Socket } from './socket.ts';
import type { SocketOptions } from './socket-options.ts';

/** Makes a class bound to this process callable without `new`, as in Node. */
function callable<Instance extends object>(
  name: string,
  Base: new (...args: never[]) => Instance,
  create: (args: unknown[]) => Instance,
): unknown {
  const construct = function (this: unknown, ...args: unknown[]): Instance | undefined {
    // Inheritance from before classes: `Server.call(this)`.
    if (new.target === undefined && this instanceof Server && name === 'Server') {
      constructOn(this, () => create(args));
      return undefined;
    }
    const instance = create(args);
    if (new.target !== undefined && new.target !== construct) Object.setPrototypeOf(instance, new.target.prototype);
    return instance;
  };
  construct.prototype = Base.prototype;
  Object.defineProperty(construct, 'name', { value: name });
  return construct;
}

const SHORTEST_ATTEMPT_MILLISECONDS = 10;

/** Stores the settings so that programs can read them back; all addresses here are loopback, so there is no family to try. */
function familySelection(): BuiltinExports {
  let isAutomatic = true;
  let attemptMilliseconds = 250;
  return {
    getDefaultAutoSelectFamily: () => isAutomatic,
    setDefaultAutoSelectFamily(value: unknown) {
      if (typeof value !== 'boolean') throw invalidArgumentType('value', 'of type boolean', value);
      isAutomatic = value;
    },
    getDefaultAutoSelectFamilyAttemptTimeout: () => attemptMilliseconds,
    setDefaultAutoSelectFamilyAttemptTimeout(value: unknown) {
      if (typeof value !== 'number') throw invalidArgumentType('value', 'of type number', value);
      if (!Number.isInteger(value)) throw outOfRange('value', 'an integer', value);
      if (value < 1 || value > 0x7fffffff) throw outOfRange('value', '>= 1 && <= 2147483647', value);
      attemptMilliseconds = Math.max(value, SHORTEST_ATTEMPT_MILLISECONDS);
    },
  };
}

export function createNetModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  const createSocket = (args: unknown[]) => new Socket(host, (args[0] as SocketOptions | undefined) ?? {});
  const createServer = (...args: unknown[]): Server => {
    const [first] = args;
    const server = new Server(host, typeof first === 'object' && first !== null ? (first as SocketOptions) : {});
    const listener = args.findLast((argument) => typeof argument === 'function');
    if (listener !== undefined) server.on('connection', listener as () => void);
    return server;
  };
  const connect = (...args: unknown[]): Socket =>
    createSocket([args[0] !== null && typeof args[0] === 'object' ? args[0] : {}]).connect(...args);
  return {
    Socket: callable('Socket', Socket, createSocket),
    Stream: callable('Socket', Socket, createSocket),
    Server: callable('Server', Server, (args) => createServer(...args)),
    createServer,
    connect,
    createConnection: connect,
    isIP: ipVersion,
    isIPv4: (text: unknown) => ipVersion(text) === 4,
    isIPv6: (text: unknown) => ipVersion(text) === 6,
    ...familySelection(),
    get BlockList() {
      return loadRareClasses(host).BlockList;
    },
    get SocketAddress() {
      return loadRareClasses(host).SocketAddress;
    },
  };
}
