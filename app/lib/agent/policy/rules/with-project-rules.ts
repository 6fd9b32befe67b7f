import type { AppSettings, CommandRule } from '../../../protocol/settings.ts';

/** A rule from a file of the project. Anyone who can write the file, including the agent or a stranger's repository, can add rules. */
export interface ProjectRule {
  pattern: string;
  verdict: CommandRule['verdict'];
}

/**
 * Returns the settings tightened by the project's rules: denials are added, allowances ignored. Use them only for judging and never store
 * them: the user's own settings do not change.
 */
export function withProjectRules(settings: AppSettings, projectRules: readonly ProjectRule[]): AppSettings {
  const denied = new Set(
    projectRules.filter(({ verdict, pattern }) => verdict === 'deny' && pattern.trim() !== '').map(({ pattern }) => pattern),
  );
  if (denied.size === 0) return settings;
  const added = [...denied].map((pattern): CommandRule => ({ pattern, verdict: 'deny', scope: 'always', createdAt: 0 }));
  return { ...settings, rules: [...settings.rules, ...added] };
}

/** Returns the patterns that the project would allow, so that the user can be notified that they have no effect. */
export function ignoredProjectRules(projectRules: readonly ProjectRule[]): string[] {
  return projectRules.filter(({ verdict }) => verdict !== 'deny').map(({ pattern }) => pattern);
}
