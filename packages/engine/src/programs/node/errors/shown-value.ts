import { createInspection, type Inspection } from '../inspect/inspect.ts';

let inspection: Inspection | null = null;

/** Formats a value as Node's error messages do, unaffected by a program's changes to `util.inspect`. */
export function shownValue(value: unknown, options?: object): string {
  inspection ??= createInspection();
  return inspection.inspect(value, options);
}
