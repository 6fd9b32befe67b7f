import type { Builtin } from './builtin.ts';

type Load = () => Promise<Builtin>;

const flow = () => import('./flow.ts');
const jobControl = () => import('./job-control.ts');
const lookup = () => import('./lookup.ts');
const miscellaneous = () => import('./miscellaneous.ts');

/** Every builtin by name. Adding one: its file, its test, and a line here. */
export const builtinList: ReadonlyMap<string, Load> = new Map<string, Load>([
  [':', async () => (await flow()).success],
  ['true', async () => (await flow()).success],
  ['false', async () => (await flow()).failure],
  ['exit', async () => (await flow()).exit],
  ['return', async () => (await flow()).returnBuiltin],
  ['break', async () => (await flow()).leaveLoop],
  ['continue', async () => (await flow()).leaveLoop],
  ['shift', async () => (await flow()).shift],
  ['let', async () => (await flow()).letBuiltin],
  ['eval', async () => (await import('./evaluate.ts')).evaluate],
  ['source', async () => (await import('./evaluate.ts')).source],
  ['.', async () => (await import('./evaluate.ts')).source],
  ['exec', async () => (await import('./evaluate.ts')).exec],
  ['cd', async () => (await import('./cd.ts')).cd],
  ['pwd', async () => (await import('./cd.ts')).pwd],
  ['pushd', async () => (await import('./cd.ts')).directoryStack],
  ['popd', async () => (await import('./cd.ts')).directoryStack],
  ['dirs', async () => (await import('./cd.ts')).directoryStack],
  ['export', async () => (await import('./declare.ts')).declare],
  ['local', async () => (await import('./declare.ts')).declare],
  ['declare', async () => (await import('./declare.ts')).declare],
  ['typeset', async () => (await import('./declare.ts')).declare],
  ['readonly', async () => (await import('./declare.ts')).declare],
  ['unset', async () => (await import('./declare.ts')).unset],
  ['set', async () => (await import('./set.ts')).set],
  ['shopt', async () => (await import('./set.ts')).shopt],
  ['read', async () => (await import('./read.ts')).read],
  ['mapfile', async () => (await import('./read.ts')).mapfile],
  ['readarray', async () => (await import('./read.ts')).mapfile],
  ['echo', async () => (await import('./from-command.ts')).fromCommand((await import('../commands/echo.ts')).echo)],
  ['printf', async () => (await import('./printf.ts')).printf],
  ['test', async () => (await import('./test.ts')).test],
  ['[', async () => (await import('./test.ts')).test],
  ['type', async () => (await lookup()).createType(new Set(builtinList.keys()))],
  ['command', async () => (await lookup()).createCommand(new Set(builtinList.keys()))],
  ['alias', async () => (await lookup()).alias],
  ['unalias', async () => (await lookup()).unalias],
  ['jobs', async () => (await jobControl()).jobs],
  ['wait', async () => (await jobControl()).wait],
  ['fg', async () => (await jobControl()).foreground],
  ['bg', async () => (await jobControl()).background],
  ['kill', async () => (await jobControl()).kill],
  ['trap', async () => (await import('./trap.ts')).trap],
  ['umask', async () => (await miscellaneous()).umask],
  ['getopts', async () => (await miscellaneous()).getopts],
  ['history', async () => (await miscellaneous()).history],
  ['hash', async () => (await miscellaneous()).accepted],
  ['enable', async () => (await miscellaneous()).accepted],
  ['disown', async () => (await miscellaneous()).accepted],
  ['ulimit', async () => (await miscellaneous()).accepted],
  ['builtin', async () => (await lookup()).createCommand(new Set(builtinList.keys()))],
]);
