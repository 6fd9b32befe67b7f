import { decide } from '../agent/policy/decide.ts';
import type { PolicyDecision } from '../agent/policy/policy-decision.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { DEFAULT_PROJECT_ROOT, toWorkspacePath } from '../runtime/to-workspace-path.ts';

/**
 * Returns the policy's decision on a command under these settings. Nothing is run. Absolute paths are compared with the default root,
 * because only the runtime knows its own.
 */
export function judgeCommand(command: string, settings: AppSettings, now: number): PolicyDecision {
  const context = { settings, chatId: '', projectRoot: DEFAULT_PROJECT_ROOT, hasChangedScripts: false, now };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

/** Returns why a command is never run, not even for the user; null if it may run. */
export function blockedBecause(command: string, settings: AppSettings, now: number): string | null {
  const decision = judgeCommand(command, settings, now);
  return decision.verdict === 'block' ? decision.why : null;
}
