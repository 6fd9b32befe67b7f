import type EventEmitter from 'events/';
import type { SignalName } from '../../../../abi/system-calls.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { linuxSignalNumbers } from '../linux-numbers.ts';

let numbers: ReadonlyMap<string, number> | null = null;

/** Returns signals by name with their numbers, as in `os.constants.signals`. */
export function signalNumbers(): ReadonlyMap<string, number> {
  numbers ??= new Map(Object.entries(linuxSignalNumbers()));
  return numbers;
}

/** Returns the name of a signal given by name, in any case, or by number. */
export function signalNameOf(given: unknown): SignalName {
  const number = typeof given === 'string' ? signalNumbers().get(given.toUpperCase()) : given;
  // All names are signal names; if a number has two names, the first is returned.
  for (const [name, candidate] of signalNumbers()) if (candidate === number) return name as SignalName;
  throw nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(given)}`);
}

/** The signals that a program can ask the kernel to deliver. */
const handled: ReadonlySet<string> = new Set([
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGWINCH',
  'SIGPIPE',
  'SIGCHLD',
]);

function isHandled(name: unknown): name is SignalName {
  return typeof name === 'string' && handled.has(name);
}

/** While `process.on('SIGINT', …)` has a listener, the kernel notifies the process instead of ending it. */
export function connectSignalEvents(host: NodeHost, process: EventEmitter): void {
  const update = (): void => {
    const names = process.eventNames().filter(isHandled);
    host.system.sync('handleSignals', [...new Set<SignalName>([...names, 'SIGWINCH', 'SIGPIPE'])]);
  };
  host.system.sync('handleSignals', ['SIGWINCH', 'SIGPIPE']);
  process.on('newListener', (name: unknown) => {
    // The listener is added after this event.
    if (isHandled(name))
      host.system.sync('handleSignals', [...new Set<SignalName>([...process.eventNames().filter(isHandled), name, 'SIGWINCH', 'SIGPIPE'])]);
  });
  process.on('removeListener', (name: unknown) => {
    if (isHandled(name)) update();
  });
  host.system.onPush((push) => {
    if (push.type === 'signal') host.loop.run(() => process.emit(push.signal, push.signal, signalNumbers().get(push.signal)));
  });
}
