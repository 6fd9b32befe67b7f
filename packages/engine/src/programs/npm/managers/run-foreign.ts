import type { ProgramContext } from '../../../abi/program.ts';
import { CommandLine, parseCommandLine } from '../command-line.ts';
import type { NpmHost } from '../npm-session.ts';
import { joinPath, ProjectFiles } from '../project-files.ts';
import { withSession } from '../with-session.ts';
import type { ForeignFamily, MakeFamily } from './foreign-command.ts';
import { identifyManager } from './identify-manager.ts';
import type { ManagerFamily } from './manager.ts';

type ForeignName = Exclude<ManagerFamily, 'npm'>;

/** `pnpx` and `bunx` run the manager with this command before the words. */
const runners: ReadonlyMap<string, string> = new Map([
  ['pnpx', 'dlx'],
  ['bunx', 'x'],
]);

async function familyNamed(name: ForeignName): Promise<MakeFamily> {
  switch (name) {
    case 'pnpm':
      return (await import('./pnpm/pnpm-family.ts')).pnpmFamily;
    case 'yarn':
      return (await import('./yarn/yarn-family.ts')).yarnFamily;
    case 'bun':
      return (await import('./bun/bun-family.ts')).bunFamily;
  }
}

/** Runs pnpm, yarn or bun with the context's arguments. */
export async function runForeign(
  context: ProgramContext,
  host: NpmHost,
  { program, family, version }: { program: string; family: ForeignName; version?: string },
): Promise<number> {
  const runner = runners.get(program);
  const words = [...(runner === undefined ? [] : [runner]), ...context.args.slice(1)];
  const files = new ProjectFiles(context.system);
  const found = identifyManager(files, context.cwd, family);
  const manager = version === undefined ? found : { ...found, version, isBerry: family === 'yarn' && !version.startsWith('1.') };
  const definition = (await familyNamed(family))(manager, runForeign);
  const { commandLine, run, isQuestion } = understand(definition, words);
  const folder = ['dir', 'cwd'].map((name) => commandLine.value(name)).find((value) => value !== null);
  const place = folder === undefined || folder === null ? context : { ...context, cwd: joinPath(context.cwd, folder) };
  return withSession(place, { host, manager }, commandLine, async (session) => {
    if (isQuestion && commandLine.isSet('version')) {
      session.output.print(manager.version);
      return 0;
    }
    if (commandLine.isSet('help')) {
      session.output.print(definition.usage(session));
      return 0;
    }
    return run({ ...session, selected: definition.select(session) });
  });
}

function understand(definition: ForeignFamily, words: readonly string[]) {
  const head = parseCommandLine(words, true, definition.dialect);
  const [name, ...rest] = head.positional;
  if (name === undefined) return { commandLine: head.withRest([]), run: definition.bare, isQuestion: true };
  const command = definition.commands.get(name);
  if (command === undefined) {
    const commandLine = new CommandLine([name], rest, new Map()).withOptionsOf(head);
    return { commandLine, run: definition.other, isQuestion: false };
  }
  if (command.reads === 'nothing') {
    return { commandLine: new CommandLine([], rest, new Map()).withOptionsOf(head), run: command.run, isQuestion: false };
  }
  const isScript = command.reads === 'script';
  const after = parseCommandLine(rest, isScript, definition.dialect);
  const [first, ...own] = after.positional;
  const commandLine = isScript ? after.withPositional(first === undefined ? [] : [first]).withRest([...own, ...after.rest]) : after;
  return {
    commandLine: head.withPositional(commandLine.positional).withRest(commandLine.rest).withOptionsOf(commandLine),
    run: command.run,
    isQuestion: false,
  };
}
