import { signalNumbers } from '../../../abi/signals.ts';
import type { SignalName } from '../../../abi/system-calls.ts';

/** `TERM`, `SIGTERM` or `15`; null for signal 0, undefined for none. */
export function signalNamed(text: string): SignalName | null | undefined {
  if (text === '0') return null;
  const upper = text.toUpperCase();
  for (const [name, number] of signalNumbers) if (upper === name || upper === name.slice(3) || text === String(number)) return name;
  return undefined;
}
