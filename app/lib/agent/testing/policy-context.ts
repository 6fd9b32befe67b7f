import { type AppSettings, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import type { PolicyContext } from '../policy/policy-decision.ts';

/** Returns a default policy context: default settings, a host with a file wall, no chat. */
export function policyContext(agent: Partial<AppSettings['agent']> = {}, rest: Partial<PolicyContext> = {}): PolicyContext {
  return {
    settings: { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, ...agent } },
    chatId: '',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    hasFileWall: true,
    now: 0,
    ...rest,
  };
}
