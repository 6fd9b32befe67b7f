import type { SignalName } from '../../abi/system-calls.ts';
import { userAgentOf } from './managers/manager.ts';
import type { Manifest } from './manifest.ts';
import type { NpmSession } from './npm-session.ts';
import { joinPath, parentFolder } from './project-files.ts';

const signalNumbers = new Map<SignalName, number>([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGKILL', 9],
  ['SIGTERM', 15],
  ['SIGPIPE', 13],
]);

/** Quotes a word so that the shell takes it literally. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the environment of npm scripts: npm's own variables, and every `node_modules/.bin` upwards first in PATH. */
export function scriptEnvironment(session: NpmSession, folder: string, manifest: Manifest, event: string): Record<string, string> {
  const { context, commandLine, manager } = session;
  const binFolders: string[] = [];
  for (let at = folder; ; at = parentFolder(at)) {
    if (at.split('/').at(-1) !== 'node_modules') binFolders.push(joinPath(at, 'node_modules/.bin'));
    if (at === '/') break;
  }
  const path = [...binFolders, context.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(':');
  const color = context.env.COLOR;
  return {
    ...context.env,
    PATH: path,
    INIT_CWD: context.env.INIT_CWD ?? context.cwd,
    NODE: '/usr/bin/node',
    npm_node_execpath: '/usr/bin/node',
    npm_execpath: `/usr/bin/${manager.family}`,
    npm_command: commandLine.positional[0] === 'run' || event !== 'npx' ? 'run-script' : 'exec',
    npm_lifecycle_event: event,
    npm_lifecycle_script: manifest.scripts.get(event) ?? '',
    npm_package_name: manifest.name,
    npm_package_version: manifest.version,
    npm_package_json: joinPath(folder, 'package.json'),
    npm_config_local_prefix: folder,
    npm_config_prefix: '/usr/local',
    // npm takes it from its environment: in another manager's script it keeps that manager's name.
    npm_config_user_agent: (manager.family === 'npm' ? context.env.npm_config_user_agent : undefined) ?? userAgentOf(manager),
    ...(manager.isBerry ? { PROJECT_CWD: session.projectPath } : {}),
    ...(color === undefined ? {} : { COLOR: color }),
  };
}

/** Starts a command line in the shell. */
export async function startInShell(
  session: NpmSession,
  command: string,
  { cwd, env, stdio }: { cwd: string; env: Record<string, string>; stdio: [number, number, number] },
): Promise<number> {
  await session.output.flush();
  return session.context.system.async('spawn', { file: 'sh', args: ['sh', '-c', command], env, cwd, stdio });
}

/** Waits for a process, and returns the exit code a shell would show. */
export async function waitForEnd(session: NpmSession, pid: number): Promise<number> {
  const { system } = session.context;
  // As in npm: signals that end npm should end the script. Ctrl-C on a terminal or console reaches the script directly.
  const { kind } = system.sync('fstat', 0);
  const hasKeys = kind === 'terminal' || kind === 'console';
  const forwarded: ReadonlySet<SignalName> = new Set(hasKeys ? ['SIGTERM'] : ['SIGTERM', 'SIGINT']);
  const stopForwarding = system.onPush((push) => {
    if (push.type === 'signal' && forwarded.has(push.signal)) void system.async('kill', pid, push.signal).catch(() => undefined);
  });
  const { exitCode, signal } = await system.async('wait', pid).finally(stopForwarding);
  return exitCode ?? 128 + (signal === null ? 0 : (signalNumbers.get(signal) ?? 0));
}

/** Runs a command line through the shell with our own descriptors, and returns the exit code a shell would show. */
export async function runInShell(session: NpmSession, command: string, cwd: string, env: Record<string, string>): Promise<number> {
  return waitForEnd(session, await startInShell(session, command, { cwd, env, stdio: [0, 1, 2] }));
}

export interface ScriptRequest {
  folder: string;
  manifest: Manifest;
  /** For example `build`; an event that is not in the manifest is skipped. */
  event: string;
  args: readonly string[];
}

/** Runs one script if the manifest has it, after printing npm's two lines. */
export async function runScript(session: NpmSession, { folder, manifest, event, args }: ScriptRequest): Promise<number> {
  const script = manifest.scripts.get(event);
  if (script === undefined || script === '') return 0;
  announce(session, { folder, manifest, event, args }, script);
  const command = [script, ...args.map(quoteForShell)].join(' ');
  return runInShell(session, command, folder, scriptEnvironment(session, folder, manifest, event));
}

/** Prints each manager's lines before a script. */
function announce({ output, manager }: NpmSession, { folder, manifest, event, args }: ScriptRequest, script: string): void {
  const line = [script, ...args].join(' ');
  if (manager.isBerry) return;
  if (manager.family === 'yarn') {
    output.note(`$ ${line}`);
    return;
  }
  if (manager.family === 'bun') {
    output.aside(`$ ${line}`);
    return;
  }
  const identity = manifest.name === '' ? '' : `${manifest.name}${manifest.version === '' ? '' : `@${manifest.version}`} `;
  const place = manager.family === 'pnpm' ? ` ${folder}` : '';
  output.note(`\n> ${identity}${event}${place}\n> ${line.replaceAll('\n', '\n> ')}\n`);
}

/** Runs a script with its `pre` and `post` scripts; the first failure ends it. */
export async function runScriptWithHooks(session: NpmSession, request: ScriptRequest): Promise<number> {
  // yarn 2 and later have no hooks around the user's scripts.
  const hooks =
    session.commandLine.isSet('ignore-scripts') || session.manager.isBerry
      ? [request.event]
      : [`pre${request.event}`, request.event, `post${request.event}`];
  for (const event of hooks) {
    const exitCode = await runScript(session, { ...request, event, args: event === request.event ? request.args : [] });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}
