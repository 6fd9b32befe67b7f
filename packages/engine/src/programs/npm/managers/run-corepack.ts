import type { ProgramContext } from '../../../abi/program.ts';
import { CommandLine } from '../command-line.ts';
import type { NpmHost } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { withSession } from '../with-session.ts';
import { familyOf, npmManager } from './manager.ts';
import { runForeign } from './run-foreign.ts';

const version = '0.34.0';
/** The managers are already present; there is nothing to enable or fetch. */
const silentCommands = ['enable', 'disable', 'prepare', 'install', 'hydrate', 'pack', 'cache'];

/** Implements `corepack enable`, `corepack use pnpm@9` and `corepack yarn install`. */
export function runCorepack(context: ProgramContext, host: NpmHost): Promise<number> {
  const [command = '', ...words] = context.args.slice(1);
  const [program = '', asked] = command.split('@');
  const family = familyOf(program);
  if (family === 'pnpm' || family === 'yarn') {
    const ofThatVersion = asked !== undefined && /^\d+\.\d+\.\d+/.test(asked) ? { version: asked } : {};
    return runForeign({ ...context, args: [program, ...words] }, host, { program, family, ...ofThatVersion });
  }
  return withSession(context, { host, manager: npmManager }, new CommandLine(words, [], new Map()), async (session) => {
    const { output, files, projectPath } = session;
    if (command === '-v' || command === '--version') output.print(version);
    else if (command === 'use' || command === 'up') {
      const packageJson = PackageJson.read(files, projectPath);
      const wanted = words[0] ?? '';
      if (!/^(?:npm|pnpm|yarn)@\d+\.\d+\.\d+/.test(wanted)) {
        output.error(`corepack use needs a whole version here, as in pnpm@10.34.9: which one "${wanted}" is now, is not looked up.`);
        return 1;
      }
      packageJson.document.packageManager = wanted;
      packageJson.save();
      output.print(`Installing ${wanted} in the project...`);
    } else if (!silentCommands.includes(command)) {
      output.print('corepack enable | disable | prepare | use <name>@<version> | <package manager> …');
      return command === '' || command === '--help' || command === '-h' ? 0 : 1;
    }
    return 0;
  });
}
