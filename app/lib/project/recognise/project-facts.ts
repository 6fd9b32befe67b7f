/** What a project is, from its files alone. All texts come from a stranger's files: short, and shown as text only. */
export interface ProjectFacts {
  kind: ProjectKind;
  /** Two letters for its tile. */
  tile: string;
  packageManager: 'npm' | 'pnpm' | 'yarn' | 'bun' | null;
  /** Of its package.json, in their order. */
  scripts: readonly string[];
  /** What installs and what runs it, as a user would type them in its root. */
  start: ProjectStart;
}

export type ProjectStart =
  | { canStart: true; install: string | null; run: string }
  | { canStart: false; install: string | null; why: StartProblem };

/** `facts-text.ts` says it in words, which a worker has none of. */
export type ProjectKind =
  | { type: 'framework'; name: string; bundler: string | null }
  /** Of a bundler without a framework, or of a language. */
  | { type: 'project-of'; name: string }
  | { type: 'workspace' | 'node' | 'page' | 'program' | 'empty' | 'files' };

export type StartProblem =
  | { type: 'package-elsewhere' | 'page-elsewhere'; folder: string }
  | { type: 'language'; name: string }
  | { type: 'no-scripts' | 'no-start-script' | 'package-broken' | 'nothing' };

/** One command that installs and runs; null: there is nothing of either. */
export function startCommand({ start }: Pick<ProjectFacts, 'start'>): string | null {
  const commands = [start.install, start.canStart ? start.run : null].filter((command) => command !== null);
  return commands.length === 0 ? null : commands.join(' && ');
}
