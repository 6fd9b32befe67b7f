import type { AppSettings, CommandRule } from '../../../protocol/settings.ts';

/** A rule as a file of the project states it. Whoever can write the file, the agent or a stranger's repository, can write this. */
export interface ProjectRule {
  pattern: string;
  verdict: CommandRule['verdict'];
}

/**
 * The settings as the project's own rules tighten them: what it denies is denied, what it would allow is left out. They are for judging, never for
 * keeping: in the user's own settings nothing changes.
 */
export function withProjectRules(settings: AppSettings, projectRules: readonly ProjectRule[]): AppSettings {
  const denied = new Set(
    projectRules.filter(({ verdict, pattern }) => verdict === 'deny' && pattern.trim() !== '').map(({ pattern }) => pattern),
  );
  if (denied.size === 0) return settings;
  const added = [...denied].map((pattern): CommandRule => ({ pattern, verdict: 'deny', scope: 'always', createdAt: 0 }));
  return { ...settings, rules: [...settings.rules, ...added] };
}

/** Patterns that the project would allow: the user is notified that they do nothing. */
export function ignoredProjectRules(projectRules: readonly ProjectRule[]): string[] {
  return projectRules.filter(({ verdict }) => verdict !== 'deny').map(({ pattern }) => pattern);
}
