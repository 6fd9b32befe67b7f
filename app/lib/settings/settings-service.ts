import type { SettingsSource } from '../agent/contract/ports.ts';
import { withUse } from '../agent/policy/rules/rules.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { SettingsStore } from '../persistence/settings-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { AgentModeSettings, AppSettings, CommandRule } from '../protocol/settings.ts';
import { $settings } from '../stores/settings.ts';

/** User actions on the settings. */
export interface SettingsActions {
  updateSettings(patch: Partial<Omit<AppSettings, 'agent'>>): void;
  updateAgentSettings(patch: Partial<AgentModeSettings>): void;
  /** Returns the rules that ask again because their script has changed since they were made; empty if no project is open. */
  sleepingRules(rules: readonly CommandRule[]): Promise<readonly CommandRule[]>;
}

export interface SettingsService extends SettingsSource, Pick<SettingsActions, 'updateSettings' | 'updateAgentSettings'> {
  start(): () => void;
  /** Retries a failed save; does nothing if everything is saved. */
  saveAgain(): void;
}

/** Keeps `$settings` and the browser's storage in sync; a change is in effect when the call returns. */
export function createSettingsService(store: SettingsStore, notices: NoticeService): SettingsService {
  let isUnsaved = false;
  const save = () => {
    try {
      store.save($settings.get());
      isUnsaved = false;
    } catch (error) {
      // Notify once: saving is retried on the next change, and when there is free space.
      if (!isUnsaved)
        notices.error(t('The settings hold until the page is closed, but could not be saved: {error}', { error: errorMessage(error) }));
      isUnsaved = true;
    }
  };
  const updateSettings: SettingsService['updateSettings'] = (patch) => {
    $settings.set({ ...$settings.get(), ...patch });
  };
  return {
    current: () => $settings.get(),
    saveAgain() {
      if (isUnsaved) save();
    },
    updateSettings,
    updateAgentSettings(patch) {
      $settings.setKey('agent', { ...$settings.get().agent, ...patch });
    },
    addRule(rule: CommandRule) {
      // The rule was made again, for a changed script or a new period: it replaces the old one.
      const isSame = ({ pattern, verdict, scope, chatId, machineId }: CommandRule) =>
        pattern === rule.pattern &&
        verdict === rule.verdict &&
        scope === rule.scope &&
        chatId === rule.chatId &&
        machineId === rule.machineId;
      updateSettings({ rules: [...$settings.get().rules.filter((each) => !isSame(each)), rule] });
    },
    noteRuleUse(used, at) {
      updateSettings({ rules: withUse($settings.get().rules, used, at) });
    },
    start() {
      const loaded = store.load();
      $settings.set(loaded.settings);
      for (const problem of loaded.problems) notices.error(problem);
      // Every change of the store is saved, including those by the seed's `stores/agentMode`.
      const stopSaving = $settings.listen(save);
      const stopFollowing = store.onForeignChange(({ settings }) => $settings.set(settings));
      return () => {
        stopSaving();
        stopFollowing();
      };
    },
  };
}
