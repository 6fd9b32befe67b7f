import { DEFAULT_APP_SETTINGS } from '../../../protocol/settings.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { decide } from '../decide.ts';

/** Returns why the command is blocked even with auto-approved commands; null if it is not. */
export function blockedReason(command: string, cwd = ''): string | null {
  const settings = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  const { verdict, why } = decide({ kind: 'command', command, cwd: toWorkspacePath(cwd), script: null }, context);
  return verdict === 'block' ? why : null;
}
