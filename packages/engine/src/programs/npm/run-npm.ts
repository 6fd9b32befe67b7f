import type { ProgramContext } from '../../abi/program.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import type { Command } from './commands/command.ts';
import { commandNames, findCommand, fullCommandName } from './commands/command-list.ts';
import { execCommand } from './commands/exec.ts';
import { nearestName } from './commands/nearest-name.ts';
import { usages } from './commands/usage.ts';
import { familyOf, npmManager } from './managers/manager.ts';
import type { NpmHost, NpmSession } from './npm-session.ts';
import { platform } from './platform.ts';
import { withSession } from './with-session.ts';

/** Runs npm, or the package manager that the context is called as. */
export async function runNpm(context: ProgramContext, host: NpmHost): Promise<number> {
  const program = context.args[0]?.split('/').at(-1) ?? 'npm';
  const family = familyOf(program);
  if (family !== 'npm') {
    const { runForeign } = await import('./managers/run-foreign.ts');
    return runForeign(context, host, { program, family });
  }
  if (program === 'corepack') {
    const { runCorepack } = await import('./managers/run-corepack.ts');
    return runCorepack(context, host);
  }
  return withSession(context, { host, manager: npmManager }, parseNpmArguments(context.args.slice(1)), dispatch);
}

/** Runs npx with the context's arguments. */
export function runNpx(context: ProgramContext, host: NpmHost): Promise<number> {
  const commandLine = parseCommandLine(context.args.slice(1), true);
  return withSession(context, { host, manager: npmManager }, commandLine, (session) => {
    if (commandLine.isSet('version') && commandLine.positional.length === 0) {
      session.output.print(platform.npmVersion);
      return Promise.resolve(0);
    }
    return execCommand(session);
  });
}

/** `npm exec` does not parse the words after its command, like npx; all other commands parse options everywhere. */
function parseNpmArguments(args: readonly string[]): CommandLine {
  const commandLine = parseCommandLine(args);
  const [name] = commandLine.positional;
  if (name !== 'exec' && name !== 'x') return commandLine;
  const after = parseCommandLine(
    args.filter((_, index) => index !== args.indexOf(name)),
    true,
  );
  return after.withPositional([name, ...after.positional, ...after.rest]).withoutRest();
}

async function dispatch(session: NpmSession): Promise<number> {
  const { commandLine, output } = session;
  const [name, ...positional] = commandLine.positional;
  if (commandLine.isSet('version') && name === undefined) {
    output.print(platform.npmVersion);
    return 0;
  }
  if (name === undefined || name === 'help') {
    const topic = positional[0] === undefined ? null : commandHelp(positional[0]);
    output.print(topic ?? usage());
    return name === 'help' || commandLine.isSet('help') ? 0 : 1;
  }
  const command: Command | null = findCommand(name);
  if (!command) {
    const near = nearestName(name, commandNames());
    output.error(
      `Unknown command: "${name}"${near === null ? '' : `\n\nDid you mean this?\n  npm ${near}`}\n\nTo see a list of supported npm commands, run:\n  npm help`,
    );
    return 1;
  }
  const help = commandLine.isSet('help') ? commandHelp(name) : null;
  if (help !== null) {
    output.print(help);
    return 0;
  }
  return command({ ...session, commandLine: commandLine.withPositional(positional) });
}

function commandHelp(name: string): string | null {
  const fullName = fullCommandName(name);
  const usage = usages.get(fullName);
  if (!usage) return null;
  const [text, ...forms] = usage;
  return [text, '', 'Usage:', ...forms, '', 'Run "npm help" for the other commands'].join('\n');
}

/** npm's own usage text, reduced to what is available here. */
function usage(): string {
  return [
    'npm <command>',
    '',
    'Usage:',
    '',
    'npm install        install all the dependencies in your project',
    'npm install <foo>  add the <foo> dependency to your project',
    "npm test           run this project's tests",
    'npm run <foo>      run the script named <foo>',
    '',
    'All commands:',
    '',
    `    ${commandNames().join(', ')}`,
    '',
    `npm@${platform.npmVersion} (Devonz engine)`,
  ].join('\n');
}
