import type { SettingsSource } from '../agent/contract/ports.ts';
import { withUse } from '../agent/policy/rules/rules.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { SettingsStore } from '../persistence/settings-store.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { AgentModeSettings, AppSettings, CommandRule } from '../protocol/settings.ts';
import { $settings } from '../stores/settings.ts';

/** What a user can do with the settings. */
export interface SettingsActions {
  updateSettings(patch: Partial<Omit<AppSettings, 'agent'>>): void;
  updateAgentSettings(patch: Partial<AgentModeSettings>): void;
  /** Of these rules those that ask again, since the script they were made for reads otherwise now; none where no project is open. */
  sleepingRules(rules: readonly CommandRule[]): Promise<readonly CommandRule[]>;
}

export interface SettingsService extends SettingsSource, Pick<SettingsActions, 'updateSettings' | 'updateAgentSettings'> {
  start(): () => void;
  /** Saves what could not be saved when it was changed; nothing where all of it was. */
  saveAgain(): void;
}

/** Keeps `$settings` and the browser's storage the same; a change is in force when the call returns. */
export function createSettingsService(store: SettingsStore, notices: NoticeService): SettingsService {
  let isUnsaved = false;
  const save = () => {
    try {
      store.save($settings.get());
      isUnsaved = false;
    } catch (error) {
      // Once: it is tried again with the next change, and when there is room.
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
      // Made again, for a script that has changed or another time: the old one goes.
      const isSame = ({ pattern, verdict, scope, chatId }: CommandRule) =>
        pattern === rule.pattern && verdict === rule.verdict && scope === rule.scope && chatId === rule.chatId;
      updateSettings({ rules: [...$settings.get().rules.filter((each) => !isSame(each)), rule] });
    },
    noteRuleUse(used, at) {
      updateSettings({ rules: withUse($settings.get().rules, used, at) });
    },
    start() {
      const loaded = store.load();
      $settings.set(loaded.settings);
      for (const problem of loaded.problems) notices.error(problem);
      // Whoever changes the store, also the seed's `stores/agentMode`, changes what is kept.
      const stopSaving = $settings.listen(save);
      const stopFollowing = store.onForeignChange(({ settings }) => $settings.set(settings));
      return () => {
        stopSaving();
        stopFollowing();
      };
    },
  };
}
