import type { ProgramContext } from '../../abi/program.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import type { Command } from './commands/command.ts';
import { commandNames, findCommand, fullCommandName } from './commands/command-list.ts';
import { execCommand } from './commands/exec.ts';
import { nearestName } from './commands/nearest-name.ts';
import { usages } from './commands/usage.ts';
import { NpmError } from './npm-error.ts';
import { createSession, type NpmHost, type NpmSession } from './npm-session.ts';
import { translateForeignCommand } from './other-managers.ts';
import { platform } from './platform.ts';

/** Runs npm (or what answers to pnpm and yarn) with the context's arguments. */
export function runNpm(context: ProgramContext, host: NpmHost): Promise<number> {
  const manager = context.args[0]?.split('/').at(-1) ?? 'npm';
  const { program, args, notice } = translateForeignCommand(manager, context.args.slice(1));
  if (program === 'npx') return runNpx({ ...context, args: ['npx', ...args] }, host, notice);
  const commandLine = parseNpmArguments(args);
  return withSession(context, host, commandLine, async (session) => {
    if (notice !== null) session.output.note(notice);
    return dispatch(session);
  });
}

/** Runs npx with the context's arguments. */
export function runNpx(context: ProgramContext, host: NpmHost, notice: string | null = null): Promise<number> {
  const commandLine = parseCommandLine(context.args.slice(1), true);
  return withSession(context, host, commandLine, (session) => {
    if (notice !== null) session.output.note(notice);
    if (commandLine.isSet('version') && commandLine.positional.length === 0) {
      session.output.print(platform.npmVersion);
      return Promise.resolve(0);
    }
    return execCommand(session);
  });
}

/** `npm exec` leaves what follows its command alone, like npx; all others read options everywhere. */
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

/** npm's own first page, shortened to what there is here. */
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

/** SIGINT and SIGTERM stop what is under way between two steps; the former tree stays as it was. */
async function withSession(
  context: ProgramContext,
  host: NpmHost,
  commandLine: CommandLine,
  run: (session: NpmSession) => Promise<number>,
): Promise<number> {
  const abort = new AbortController();
  let stoppedBy = 0;
  const stopListening = context.system.onPush((push) => {
    if (push.type !== 'signal' || (push.signal !== 'SIGINT' && push.signal !== 'SIGTERM')) return;
    stoppedBy = push.signal === 'SIGINT' ? 130 : 143;
    abort.abort();
  });
  await context.system.async('handleSignals', ['SIGINT', 'SIGTERM']);
  const session = createSession(context, host, commandLine, abort.signal);
  try {
    const exitCode = await run(session);
    return exitCode === 0 && stoppedBy !== 0 ? stoppedBy : exitCode;
  } catch (error) {
    if (stoppedBy !== 0) return stoppedBy;
    report(session, error);
    return error instanceof NpmError ? error.exitCode : 1;
  } finally {
    stopListening();
    await session.client.cache.settle();
    await session.output.flush();
  }
}

function report(session: NpmSession, error: unknown): void {
  if (error instanceof NpmError) {
    session.output.error([`code ${error.code}`, ...error.lines].join('\n'));
    return;
  }
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
  session.output.error(code === null ? describe(error) : `code ${code}\n${describe(error)}`);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
