import type { Command } from './command.ts';

/** Every coreutil by name, loaded when first used. Adding one: its file, its test, and a line here. */
export const commandList: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['cat', async () => (await import('./cat.ts')).cat],
  ['echo', async () => (await import('./echo.ts')).echo],
  ['ls', async () => (await import('./ls.ts')).ls],
]);
