import { decide } from '../agent/policy/decide.ts';
import type { PolicyDecision } from '../agent/policy/policy-decision.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { DEFAULT_PROJECT_ROOT, toWorkspacePath } from '../runtime/to-workspace-path.ts';

/** What a command's absolute paths are held against; the runtime's own root is known to it alone. */

/** What the policy would say of a command under these settings. Nothing is run. */
export function judgeCommand(command: string, settings: AppSettings, now: number): PolicyDecision {
  const context = { settings, chatId: '', projectRoot: DEFAULT_PROJECT_ROOT, hasChangedScripts: false, now };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

/** Why a command is never run, not even for the user; null when it may be. */
export function blockedBecause(command: string, settings: AppSettings, now: number): string | null {
  const decision = judgeCommand(command, settings, now);
  return decision.verdict === 'block' ? decision.why : null;
}
