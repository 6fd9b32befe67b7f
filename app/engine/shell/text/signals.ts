import type { SignalName } from '../../kernel/system-calls.ts';

/** The signals there are, with Linux's numbers. */
export const signalNumbers: ReadonlyMap<SignalName, number> = new Map<SignalName, number>([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGKILL', 9],
  ['SIGUSR1', 10],
  ['SIGUSR2', 12],
  ['SIGPIPE', 13],
  ['SIGTERM', 15],
  ['SIGCHLD', 17],
  ['SIGWINCH', 28],
]);

/** `TERM`, `SIGTERM` or `15`; null for signal 0, undefined for none. */
export function signalNamed(text: string): SignalName | null | undefined {
  if (text === '0') return null;
  const upper = text.toUpperCase();
  for (const [name, number] of signalNumbers) if (upper === name || upper === name.slice(3) || text === String(number)) return name;
  return undefined;
}
