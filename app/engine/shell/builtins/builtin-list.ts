import type { Builtin } from './builtin.ts';

/** Every builtin by name. Adding one: its file, its test, and a line here. */
export const builtinList: ReadonlyMap<string, () => Promise<Builtin>> = new Map<string, () => Promise<Builtin>>([
  ['exit', async () => (await import('./exit.ts')).exit],
]);
