import { createInspection, type Inspection } from '../inspect/inspect.ts';

let inspection: Inspection | null = null;

/** A value as the messages of Node's errors show it: untouched by what a program does to `util.inspect`. */
export function shownValue(value: unknown, options?: object): string {
  inspection ??= createInspection();
  return inspection.inspect(value, options);
}
