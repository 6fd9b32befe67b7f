import type { Command } from './command.ts';

type Load = () => Promise<Command>;

/** Every coreutil by name, loaded when first used. Adding one: its file, its test, and a line here. */
export const commandList: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['cat', async () => (await import('./cat.ts')).cat],
  ['cp', async () => (await import('./cp.ts')).cp],
  ['cut', async () => (await import('./cut.ts')).cut],
  ['echo', async () => (await import('./echo.ts')).echo],
  ['egrep', async () => (await import('./grep.ts')).grep],
  ['fgrep', async () => (await import('./grep.ts')).grep],
  ['find', async () => (await import('./find.ts')).find],
  ['grep', async () => (await import('./grep.ts')).grep],
  ['head', async () => (await import('./head.ts')).head],
  ['ln', async () => (await import('./ln.ts')).ln],
  ['ls', async () => (await import('./ls.ts')).ls],
  ['mkdir', async () => (await import('./mkdir.ts')).mkdir],
  ['mv', async () => (await import('./mv.ts')).mv],
  ['rm', async () => (await import('./rm.ts')).rm],
  ['rmdir', async () => (await import('./rmdir.ts')).rmdir],
  ['sed', async () => (await import('./sed.ts')).sed],
  ['sort', async () => (await import('./sort.ts')).sort],
  ['tail', async () => (await import('./tail.ts')).tail],
  ['tee', async () => (await import('./tee.ts')).tee],
  ['touch', async () => (await import('./touch.ts')).touch],
  ['tr', async () => (await import('./tr.ts')).tr],
  ['uniq', async () => (await import('./uniq.ts')).uniq],
  ['wc', async () => (await import('./wc.ts')).wc],
  ['xargs', async () => (await import('./xargs.ts')).xargs],
]);
