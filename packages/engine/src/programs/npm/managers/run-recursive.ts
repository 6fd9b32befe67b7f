import type { SelectedProject } from '../commands/select-projects.ts';
import type { NpmSession } from '../npm-session.ts';
import { scriptEnvironment, startInShell, waitForEnd } from '../run-script.ts';

export interface RecursiveRun {
  /** Groups run one after another; the projects in a group run concurrently. */
  groups: readonly (readonly SelectedProject[])[];
  /** Returns the commands to run in a project, or null for none. */
  commandIn: (project: SelectedProject) => { label: string; commands: readonly string[] } | null;
  /** Continues with the other projects after a failure. */
  isLenient: boolean;
}

/** Runs commands in several projects, prefixing each line of output with the project's name. */
export async function runRecursively(session: NpmSession, { groups, commandIn, isLenient }: RecursiveRun): Promise<number> {
  let firstFailure = 0;
  for (const group of groups) {
    const exitCodes = await Promise.all(
      group.map(async (project) => {
        const task = commandIn(project);
        if (task === null) return 0;
        const prefix = `${project.path || '.'} ${task.label}`;
        for (const command of task.commands) {
          session.output.note(`${prefix}$ ${command}`);
          const exitCode = await runPrefixed(session, project, { command, event: task.label, prefix: `${prefix}: ` });
          if (exitCode === 0) continue;
          session.output.note(`${prefix}: Failed`);
          return exitCode;
        }
        session.output.note(`${prefix}: Done`);
        return 0;
      }),
    );
    const failure = exitCodes.find((exitCode) => exitCode !== 0) ?? 0;
    if (firstFailure === 0) firstFailure = failure;
    if (failure !== 0 && !isLenient) return failure;
  }
  return firstFailure;
}

async function runPrefixed(
  session: NpmSession,
  { folder, packageJson }: SelectedProject,
  { command, event, prefix }: { command: string; event: string; prefix: string },
): Promise<number> {
  const { system } = session.context;
  const [readEnd, writeEnd] = system.sync('pipe');
  const env = scriptEnvironment(session, folder, packageJson.manifest, event);
  const pid = await startInShell(session, command, { cwd: folder, env, stdio: [0, writeEnd, writeEnd] });
  // The child has its own copy of the pipe's end, so the pipe ends with the child.
  system.sync('close', writeEnd);
  const decoder = new TextDecoder();
  let open = '';
  for (;;) {
    const chunk = await system.async('read', readEnd, 65_536, null);
    if (chunk.byteLength === 0) break;
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    if (lines.length > 0) session.output.print(lines.map((line) => prefix + line).join('\n'));
  }
  if (open !== '') session.output.print(prefix + open);
  system.sync('close', readEnd);
  return waitForEnd(session, pid);
}
