import { withProjectRules } from '../../agent/policy/rules/with-project-rules.ts';
import type { ProjectConfig } from '../../protocol/project-facts/project-config.ts';
import type { AppSettings, Budget } from '../../protocol/settings.ts';

/**
 * The settings in force in a project: the user's, tightened by what its file says. The file may have been written by the agent or
 * come with a stranger's project, so nothing in it loosens anything: of two limits the lower one counts, what asks keeps asking, and
 * rules are only added, only denying ones. The user's own rules are the same objects, so that their uses are counted.
 */
export function tightenSettings(settings: AppSettings, config: ProjectConfig): AppSettings {
  const { agent, budget } = settings;
  const { asks } = config;
  const rules = config.deny.map((pattern) => ({ pattern, verdict: 'deny' as const }));
  return {
    ...withProjectRules(settings, rules),
    agent: {
      ...agent,
      autoApproveFileCreation: agent.autoApproveFileCreation && !asks.fileCreation,
      autoApproveFileModification: agent.autoApproveFileModification && !asks.fileModification,
      autoApproveCommands: agent.autoApproveCommands && !asks.commands,
      maxIterations: Math.min(agent.maxIterations, config.maxIterations ?? agent.maxIterations),
    },
    askBeforeOwnCode: settings.askBeforeOwnCode || asks.ownCode,
    askBeforeLooking: settings.askBeforeLooking || asks.looking,
    budget: lowerBudget(budget, config.budget),
  };
}

function lowerBudget(a: Budget, b: Budget): Budget {
  return { tokens: lower(a.tokens, b.tokens), money: lower(a.money, b.money), minutes: lower(a.minutes, b.minutes) };
}

/** null: no limit. */
function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
