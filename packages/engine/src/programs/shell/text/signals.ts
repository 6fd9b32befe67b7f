import { signalNumbers } from '../../../abi/signals.ts';
import type { SignalName } from '../../../abi/system-calls.ts';

/** Parses `TERM`, `SIGTERM` or `15`. Returns null for signal 0 and undefined for an unknown signal. */
export function signalNamed(text: string): SignalName | null | undefined {
  if (text === '0') return null;
  const upper = text.toUpperCase();
  for (const [name, number] of signalNumbers) if (upper === name || upper === name.slice(3) || text === String(number)) return name;
  return undefined;
}
