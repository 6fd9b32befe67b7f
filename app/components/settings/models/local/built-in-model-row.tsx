import { useStore } from '@nanostores/react';
import { t } from '../../../../lib/i18n/t.ts';
import { BUILT_IN_MODEL_ID } from '../../../../lib/protocol/models/built-in-model.ts';
import { $builtInModel, type BuiltInModelState } from '../../../../lib/stores/local-models.ts';
import { $models } from '../../../../lib/stores/workbench.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useActiveModel } from '../../../ui/hooks/use-active-model.ts';
import { localModelFacts } from './local-model-facts.ts';

const builtInName = () => t('This browser’s model');

/** The browser's built-in model: how to get it, or why it is unavailable. */
export function BuiltInModelRow() {
  const state = useStore($builtInModel);
  const modelActions = useActions('models');
  const canDownload = state.status === 'downloadable' || state.status === 'failed';
  return (
    <section aria-label={builtInName()} className="local-item">
      <div className="local-head">
        <p className="flex-1 min-w-0 font-medium">{builtInName()}</p>
        {canDownload && (
          <Button icon="i-lucide-download" onClick={() => void modelActions.downloadBuiltInModel()}>
            {t('Download the model')}
          </Button>
        )}
        {state.status === 'ready' && <UseBuiltIn />}
      </div>
      <p role="status" className={state.status === 'failed' ? 'c-yellow text-sm' : 'text-sm c-text-2'}>
        {stateText(state)}
      </p>
      {state.status === 'downloading' && (
        <progress className="w-full" aria-label={t('Download of the model')} value={state.share} max={1} />
      )}
    </section>
  );
}

function UseBuiltIn() {
  const { models } = useStore($models);
  const settingsActions = useActions('settings');
  const active = useActiveModel();
  const model = models.find(({ id }) => id === BUILT_IN_MODEL_ID);
  if (model === undefined) return null;
  return (
    <>
      <span className="text-sm c-text-3">{localModelFacts(model).join(' · ')}</span>
      {active?.id === model.id ? (
        <span className="text-sm c-text-2">{t('In use')}</span>
      ) : (
        <Button
          size={24}
          aria-label={t('Use {name}', { name: builtInName() })}
          onClick={() => settingsActions.updateSettings({ modelId: model.id })}
        >
          {t('Use')}
        </Button>
      )}
    </>
  );
}

function stateText(state: BuiltInModelState): string {
  switch (state.status) {
    case 'not-yet':
      return t('Asking the browser…');
    case 'none':
      return t('This browser has none that pages can use. Chrome and Edge on a computer have one.');
    case 'unsuitable':
      return t(
        'This browser has one, but not for this computer: it needs about 22 GB of free disk space and a graphics card with more than 4 GB, or 16 GB of memory.',
      );
    case 'downloadable':
      return t('The browser downloads it once, about 2 to 4 GB, and keeps it for all pages. What you write to it stays on this computer.');
    case 'downloading':
      return t('The browser downloads its model: {percent} %. You can close the settings.', { percent: Math.round(state.share * 100) });
    case 'ready':
      return t('What you write to it stays on this computer. It is small: good for questions and small changes.');
    case 'failed':
      return t('The browser did not get its model: {why}', { why: state.why.slice(0, 300) });
  }
}
