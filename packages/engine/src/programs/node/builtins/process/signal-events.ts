import type EventEmitter from 'events/';
import type { SignalName } from '../../../../abi/system-calls.ts';
import type { NodeHost } from '../../node-host.ts';

/** Signals with their numbers, as `os.constants.signals`. */
export const signalNumbers: ReadonlyMap<string, number> = new Map([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGILL', 4],
  ['SIGTRAP', 5],
  ['SIGABRT', 6],
  ['SIGBUS', 7],
  ['SIGFPE', 8],
  ['SIGKILL', 9],
  ['SIGUSR1', 10],
  ['SIGSEGV', 11],
  ['SIGUSR2', 12],
  ['SIGPIPE', 13],
  ['SIGALRM', 14],
  ['SIGTERM', 15],
  ['SIGCHLD', 17],
  ['SIGCONT', 18],
  ['SIGSTOP', 19],
  ['SIGTSTP', 20],
  ['SIGTTIN', 21],
  ['SIGTTOU', 22],
  ['SIGWINCH', 28],
]);

/** Those a program can ask the kernel to hand over. */
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

/** While `process.on('SIGINT', …)` has a listener the kernel tells the process instead of ending it. */
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
    if (push.type === 'signal') host.loop.run(() => process.emit(push.signal, push.signal, signalNumbers.get(push.signal)));
  });
}
