const npmCommands = new Set([
  ...['install', 'i', 'add', 'remove', 'rm', 'uninstall', 'un', 'run', 'test', 't', 'start', 'stop', 'exec', 'create', 'init', 'ls'],
  ...['list', 'why', 'outdated', 'update', 'up', 'upgrade', 'config', 'view', 'info', 'pkg', 'ci', 'version', 'dedupe', 'prune', 'rebuild'],
  ...['root', 'bin', 'audit', 'cache', 'publish', 'login', 'help'],
]);
const runners = new Set(['dlx', 'x']);
const managers = new Set(['pnpm', 'yarn', 'bun', 'pnpx', 'bunx']);
/** Options of theirs that npm writes differently; null: npm has no need of it. */
const optionNames = new Map<string, string | null>([
  ['-r', '--workspaces'],
  ['--recursive', '--workspaces'],
  ['--filter', '--workspace'],
  ['-F', '--workspace'],
  ['--dev', '--save-dev'],
  ['-d', '--save-dev'],
  ['--prod', '--omit=dev'],
  ['--production', '--omit=dev'],
  ['--exact', '--save-exact'],
  ['--save-peer', '--save-peer'],
  ['--peer', '--save-peer'],
  ['--optional', '--save-optional'],
  ['--frozen-lockfile', null],
  ['--no-frozen-lockfile', null],
  ['--immutable', null],
  ['--bun', null],
  ['--shamefully-hoist', null],
]);

export interface TranslatedCommand {
  /** `npx` for those that only run a package's command. */
  program: 'npm' | 'npx';
  args: readonly string[];
  /** What is said about it; null for npm's own. */
  notice: string | null;
}

function noticeOf(manager: string): string {
  return `${manager} is answered by npm's resolver here: same packages, npm's layout and package-lock.json.`;
}

/** What npm is to do for a command of pnpm, yarn or bun, and what to say about it. npm's own arguments come back unchanged. */
export function translateForeignCommand(manager: string, args: readonly string[]): TranslatedCommand {
  if (!managers.has(manager)) return { program: 'npm', args, notice: null };
  const family = manager === 'pnpx' ? 'pnpm' : manager === 'bunx' ? 'bun' : manager;
  const notice = noticeOf(family);
  if (manager === 'pnpx' || manager === 'bunx') return { program: 'npx', args: ['--yes', ...args], notice };
  const at = commandAt(args);
  const command = args[at];
  if (command === undefined) {
    const isQuestion = args.some((argument) => ['-v', '--version', '-h', '--help'].includes(argument));
    const translated = translateOptions(args);
    return isQuestion ? { program: 'npm', args, notice: null } : { program: 'npm', args: ['install', ...translated], notice };
  }
  const before = translateOptions(args.slice(0, at));
  const after = args.slice(at + 1);
  const npm = (...words: readonly string[]): TranslatedCommand => ({ program: 'npm', args: words, notice });
  if (runners.has(command)) return npm('exec', '--yes', ...before, ...after);
  const isFrozen = ['--frozen-lockfile', '--immutable'].some((option) => args.includes(option));
  if ((command === 'install' || command === 'i') && isFrozen) return npm('ci');
  if (command === 'global') return npm(after[0] ?? 'add', '--global', ...translateOptions(after.slice(1)));
  if (command === 'workspace' && after[0] !== undefined) return npm('run-or-exec', '-w', after[0], '--', ...after.slice(1));
  if (command === 'run' || command === 'exec') return npm(command, ...before, ...withOwnArguments(after));
  if (command === 'test' || command === 't' || command === 'start')
    return npm(command, ...before, ...withOwnArguments(['', ...after]).slice(1));
  if (npmCommands.has(command)) return npm(command, ...before, ...translateOptions(after));
  if (family === 'bun' && /\.[cm]?[jt]sx?$/.test(command)) return npm('run-or-exec', '--', 'node', command, ...after);
  // All of them run a script by its bare name, and a package's command when there is no such script.
  return npm('run-or-exec', ...before, '--', command, ...after);
}

/** The first word that is neither an option nor an option's value. */
function commandAt(args: readonly string[]): number {
  return args.findIndex(
    (argument, index) => !argument.startsWith('-') && !['--filter', '-F', '-C', '--dir', '--cwd'].includes(args[index - 1] ?? ''),
  );
}

/** What follows the name of a script or command is its own, without the `--` that npm asks for. */
function withOwnArguments(words: readonly string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith('-'));
  if (at === -1) return translateOptions(words);
  const own = words.slice(at + 1);
  if (own[0] === '--') own.shift();
  return [...translateOptions(words.slice(0, at)), words[at] ?? '', ...(own.length > 0 ? ['--', ...own] : [])];
}

function translateOptions(args: readonly string[]): string[] {
  return args.flatMap((argument) => {
    const [name = '', value] = argument.split(/=(.*)/s);
    const translated = optionNames.get(name);
    if (translated === null) return [];
    return [translated === undefined ? argument : value === undefined ? translated : `${translated}=${value}`];
  });
}
