/** Facts about a project, derived only from its files. All texts come from untrusted files: they are short and shown only as text. */
export interface ProjectFacts {
  kind: ProjectKind;
  /** Two letters for the project's tile. */
  tile: string;
  packageManager: 'npm' | 'pnpm' | 'yarn' | 'bun' | null;
  /** Scripts of its package.json, in file order. */
  scripts: readonly string[];
  /** Commands that install and run it, as typed in its root. */
  start: ProjectStart;
}

export type ProjectStart =
  | { canStart: true; install: string | null; run: string }
  | { canStart: false; install: string | null; why: StartProblem };

/** The worker has no translations: `facts-text.ts` makes the words. */
export type ProjectKind =
  | { type: 'framework'; name: string; bundler: string | null }
  /** A bundler without a framework, or a language. */
  | { type: 'project-of'; name: string }
  | { type: 'workspace' | 'node' | 'page' | 'program' | 'empty' | 'files' };

export type StartProblem =
  | { type: 'package-elsewhere' | 'page-elsewhere'; folder: string }
  | { type: 'language'; name: string }
  | { type: 'no-scripts' | 'no-start-script' | 'package-broken' | 'nothing' };

/** One command that installs and runs the project; null if there is nothing to do. */
export function startCommand({ start }: Pick<ProjectFacts, 'start'>): string | null {
  const commands = [start.install, start.canStart ? start.run : null].filter((command) => command !== null);
  return commands.length === 0 ? null : commands.join(' && ');
}
