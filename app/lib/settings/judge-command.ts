import { decide } from '../agent/policy/decide.ts';
import type { PolicyContext, PolicyDecision } from '../agent/policy/policy-decision.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { DEFAULT_PROJECT_ROOT, toWorkspacePath } from '../runtime/to-workspace-path.ts';

/** Where a command would run; without a root, in the browser's own. */
type Where = Partial<Pick<PolicyContext, 'projectRoot' | 'machine'>> & Pick<PolicyContext, 'now'>;

/** Returns the policy's decision on a command under these settings. Nothing is run. */
export function judgeCommand(
  command: string,
  settings: AppSettings,
  { projectRoot = DEFAULT_PROJECT_ROOT, machine = null, now }: Where,
): PolicyDecision {
  const hasFileWall = machine === null && settings.runtimeHost === 'engine';
  const context = { settings, chatId: '', projectRoot, machine, hasFileWall, hasChangedScripts: false, now };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

/** Returns why a command is never run, not even for the user; null if it may run. */
export function blockedBecause(command: string, settings: AppSettings, where: Where): string | null {
  const decision = judgeCommand(command, settings, where);
  return decision.verdict === 'block' ? decision.why : null;
}
