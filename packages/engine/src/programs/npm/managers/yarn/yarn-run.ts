import { CommandLine } from '../../command-line.ts';
import type { Command } from '../../commands/command.ts';
import { execCommand, runInFolder } from '../../commands/exec.ts';
import { NpmError } from '../../npm-error.ts';
import type { NpmSession } from '../../npm-session.ts';
import { quoteForShell } from '../../run-script.ts';
import { projectsToRunIn, runLocalCommand, runOwnScript } from '../run-by-name.ts';

/** Implements `yarn run name` and `yarn name`: a script, else the command of an installed package, else an error. */
export const yarnRun: Command = async (session) => {
  const [name] = session.commandLine.positional;
  const [project] = projectsToRunIn(session);
  if (name === undefined || project === undefined) return listScripts(session);
  const { output, manager } = session;
  const args = withoutDashes(session, session.commandLine.rest);
  if (!manager.isBerry) output.note(`yarn run v${manager.version}`);
  const ran = await runOwnScript(session, project, name, args);
  if (ran !== null) return ran;
  const local = runLocalCommand(session, name, args);
  if (local !== null) {
    if (!manager.isBerry) output.note(`$ ${[name, ...args].join(' ')}`);
    return local;
  }
  if (name === 'node') return runInFolder(session, session.projectPath, ['node', ...args].map(quoteForShell).join(' '));
  if (name === 'env' && !manager.isBerry) return runInFolder(session, session.projectPath, 'env');
  if (manager.isBerry) {
    output.failure('EUSAGE', [
      `Couldn't find a script named "${name}".`,
      '',
      '$ yarn run [--inspect] [--inspect-brk] [-T,--top-level] [-B,--binaries-only] <scriptName> ...',
    ]);
  } else {
    output.failure(null, [`Command "${name}" not found.`]);
    output.note('info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.');
  }
  return 1;
};

/** yarn 1 removes the first `--`, as npm does. */
function withoutDashes({ manager }: NpmSession, args: readonly string[]): readonly string[] {
  return !manager.isBerry && args[0] === '--' ? args.slice(1) : args;
}

function listScripts(session: NpmSession): number {
  const { output, manager } = session;
  for (const { packageJson } of projectsToRunIn(session)) {
    const scripts = [...packageJson.manifest.scripts];
    if (manager.isBerry) output.print(scripts.map(([name, script]) => `➤ YN0000: ${name.padEnd(10)} ${JSON.stringify(script)}`).join('\n'));
    else {
      const lines = scripts.map(([name, script]) => `   - ${name}\n      ${script}`);
      output.print([`yarn run v${manager.version}`, 'info Project commands', ...lines].join('\n'));
    }
  }
  return 0;
}

/** Implements `yarn exec command`: anything on the PATH, with the project's commands first. */
export const yarnExec: Command = (session) => {
  const words = [...session.commandLine.positional, ...withoutDashes(session, session.commandLine.rest)];
  if (words.length === 0) throw new NpmError('EUSAGE', ['yarn exec <command> …']);
  return runInFolder(session, session.projectPath, words.map(quoteForShell).join(' '));
};

/** Implements `yarn dlx package`: runs a package fetched for this purpose. */
export const yarnDlx: Command = (session) => {
  const { commandLine, manager } = session;
  if (!manager.isBerry) return yarnRun({ ...session, commandLine: new CommandLine(['dlx'], [], new Map()) });
  const words = [...commandLine.positional, ...commandLine.rest];
  if (words.length === 0) throw new NpmError('EUSAGE', ['yarn dlx <package> …']);
  return execCommand({ ...session, commandLine: commandLine.withPositional(words).withoutRest().withOption('yes', 'true') });
};
