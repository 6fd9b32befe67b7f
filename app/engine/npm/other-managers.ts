const pnpmNotice = "pnpm is answered by npm's resolver here: same packages, npm's layout and package-lock.json.";
const yarnNotice = "yarn is answered by npm's resolver here: same packages, npm's layout and package-lock.json.";

const npmCommands = new Set([
  'install',
  'i',
  'add',
  'remove',
  'rm',
  'uninstall',
  'un',
  'run',
  'test',
  't',
  'start',
  'stop',
  'exec',
  'create',
  'init',
  'ls',
  'list',
  'why',
  'outdated',
  'config',
  'view',
  'info',
  'pkg',
  'ci',
]);
const runners = new Set(['dlx', 'x']);

/** What npm is to do for a command of pnpm or yarn, and what to say about it. npm's own arguments come back unchanged. */
export function translateForeignCommand(manager: string, args: readonly string[]): { args: readonly string[]; notice: string | null } {
  if (manager !== 'pnpm' && manager !== 'yarn') return { args, notice: null };
  const notice = manager === 'pnpm' ? pnpmNotice : yarnNotice;
  const at = args.findIndex((argument) => !argument.startsWith('-'));
  const command = args[at];
  if (command === undefined) {
    const isQuestion = args.some((argument) => ['-v', '--version', '-h', '--help'].includes(argument));
    return isQuestion ? { args, notice: null } : { args: ['install', ...args], notice };
  }
  const rest = args.filter((_, index) => index !== at);
  if (runners.has(command)) return { args: ['exec', '--yes', ...rest], notice };
  if (command === 'install' && args.includes('--frozen-lockfile')) return { args: ['ci'], notice };
  if (command === 'global') return { args: [rest[0] ?? 'add', '--global', ...rest.slice(1)], notice };
  if (npmCommands.has(command)) return { args: [command, ...rest], notice };
  // Both run a script by its bare name, and a package's command when there is no such script.
  return { args: ['run-or-exec', '--', command, ...rest], notice };
}
