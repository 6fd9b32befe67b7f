import { useStore } from '@nanostores/react';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $connections } from '../../../lib/stores/connections.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { Icon } from '../../ui/icon.tsx';
import { ChoiceList } from '../choice-list.tsx';

/** The choice of the model, and why other models could not be listed. */
export function ModelChoice() {
  const modelActions = useActions('models');
  const settingsActions = useActions('settings');
  const { models, problems } = useStore($models);
  const found = useStore($connections);
  // The form above already asks for the passphrase.
  const asked = found.state === 'ready' && found.serverKeys.state === 'passphrase' ? found.serverKeys.why : null;
  const active = useActiveModel();
  const choices = models.map((model) => ({
    value: model.id,
    title: model.name,
    text:
      model.contextWindow === undefined
        ? model.id
        : t('{id} · {thousands}k tokens', { id: model.id, thousands: Math.round(model.contextWindow / 1_000) }),
  }));
  return (
    <>
      <div className="flex items-center pb-2">
        <h3 className="side-heading flex-1 m-0!">{t('Who answers')}</h3>
        <Button size={24} icon="i-lucide-rotate-cw" onClick={() => modelActions.refreshModels()}>
          {t('Look again')}
        </Button>
      </div>
      {models.length === 0 && <p className="c-text-3">{t('The server has not named any model yet.')}</p>}
      <ChoiceList
        label={t('Models')}
        choices={choices}
        current={active?.id ?? ''}
        onChoose={(id) => settingsActions.updateSettings({ modelId: id })}
      />
      {problems
        .filter(({ message }) => message !== asked)
        .map((problem) => (
          <p key={problem.provider} className="notice-line c-yellow">
            <Icon name="i-lucide-triangle-alert" />
            {problem.provider}: {saidReason({ why: problem.message, reason: problem.reason })}
          </p>
        ))}
    </>
  );
}
