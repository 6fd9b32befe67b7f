/** What a project is, from its files alone. All texts come from a stranger's files: short, and shown as text only. */
export interface ProjectFacts {
  /** `React with Vite`, `Static page`, `Node program`; never empty. */
  what: string;
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
  /** `why`: a sentence. */
  | { canStart: false; install: string | null; why: string };

/** One command that installs and runs; null: there is nothing of either. */
export function startCommand({ start }: Pick<ProjectFacts, 'start'>): string | null {
  const commands = [start.install, start.canStart ? start.run : null].filter((command) => command !== null);
  return commands.length === 0 ? null : commands.join(' && ');
}
