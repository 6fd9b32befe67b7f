import { useStore } from '@nanostores/react';
import { plural } from '../../../../lib/i18n/plural.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { localProblemText } from '../../../../lib/local-models/local-problem-text.ts';
import type { LocalEndpoint } from '../../../../lib/protocol/models/local-endpoint.ts';
import { $localEndpoints, type LocalEndpointState } from '../../../../lib/stores/local-models.ts';
import { $models } from '../../../../lib/stores/workbench.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useActiveModel } from '../../../ui/hooks/use-active-model.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CorsHelpList } from './cors-help-list.tsx';
import { localModelFacts } from './local-model-facts.ts';

/** A model server that this browser calls: its models, or why they are unavailable. */
export function LocalEndpointRow({ endpoint }: { endpoint: LocalEndpoint }) {
  const actions = useActions('models');
  const settingsActions = useActions('settings');
  const state = useStore($localEndpoints).get(endpoint.id);
  const { models } = useStore($models);
  const active = useActiveModel();
  return (
    <li className="local-item">
      <div className="local-head">
        <p className="flex-1 min-w-0">
          <span className="font-medium">{endpoint.name}</span> <code className="text-sm c-text-3 wrap-anywhere">{endpoint.address}</code>
        </p>
        <span className="text-sm c-text-2" role="status">
          {stateText(state)}
        </span>
        <IconButton
          icon="i-lucide-trash-2"
          iconSize={14}
          label={t('Remove {name}', { name: endpoint.name })}
          tip={t('Remove: this page no longer asks it')}
          onClick={() => actions.removeLocalEndpoint(endpoint.id)}
        />
      </div>
      {state?.status === 'failed' && state.problem !== 'blocked' && (
        <p className="c-yellow text-sm">{localProblemText(state.problem, endpoint)}</p>
      )}
      {state?.status === 'failed' && state.problem === 'blocked' && <CorsHelpList kind={endpoint.kind} />}
      <ul aria-label={t('Models of {name}', { name: endpoint.name })} className="local-models">
        {models
          .filter(({ id }) => id.startsWith(`${endpoint.id}:`))
          .map((model) => (
            <li key={model.id}>
              <span className="wrap-anywhere">{model.name}</span>
              <span className="text-sm c-text-3 flex-1">{localModelFacts(model).join(' · ')}</span>
              {model.id === active?.id ? (
                <span className="text-sm c-text-2">{t('In use')}</span>
              ) : (
                <Button
                  size={24}
                  aria-label={t('Use {name}', { name: model.name })}
                  onClick={() => settingsActions.updateSettings({ modelId: model.id })}
                >
                  {t('Use')}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </li>
  );
}

function stateText(state: LocalEndpointState | undefined): string {
  switch (state?.status) {
    case 'listed':
      return plural(state.models, { one: '{count} model', other: '{count} models' });
    case 'failed':
      return state.problem === 'blocked' ? t('Runs, but lets this page read nothing') : t('No models');
    default:
      return t('Asking…');
  }
}
