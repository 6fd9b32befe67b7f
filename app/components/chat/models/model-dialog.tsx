import './model-dialog.css';
import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import { modeOf } from '../../../lib/protocol/models/active-model.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { withFavourite } from '../../../lib/protocol/models/pickable-models.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { LocalOffer } from '../../page/local-offer.tsx';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { usePrices } from '../../ui/hooks/use-prices.ts';
import { Icon } from '../../ui/icon.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { modelFactsText } from '../../ui/text/model-facts.ts';
import { ModelOption } from './model-option.tsx';
import { useChooseModel } from './use-choose-model.ts';
import { type ModelList, useModelList } from './use-model-list.ts';

interface ModelDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** All available models, with a search; choosing one closes the dialog. */
export function ModelDialog({ isOpen, onOpenChange }: ModelDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} onOpenChange={onOpenChange} title={t('Model')} className="picker model-picker">
      <Picker onDone={() => onOpenChange(false)} />
    </DialogFrame>
  );
}

function Picker({ onDone }: { onDone: () => void }) {
  const modelActions = useActions('models');
  const choose = useChooseModel();
  const { setOverlay } = useOverlay();
  function openSettings() {
    onDone();
    setOverlay({ type: 'settings', tab: 'models' });
  }
  const { models, problems } = useStore($models);
  const [query, setQuery] = useState('');
  const active = useActiveModel()?.id;
  const take = useCallback(
    (model: ModelInfo) => {
      choose(model.id);
      onDone();
    },
    [choose, onDone],
  );
  const list = useModelList(query, active, take);
  return (
    <>
      <input
        type="search"
        role="combobox"
        className="field"
        aria-label={t('Search models')}
        aria-expanded="true"
        aria-controls={list.listId}
        aria-activedescendant={list.current === undefined ? undefined : list.optionId(list.current.id)}
        aria-autocomplete="list"
        placeholder={t('Search models')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={list.onKeyDown}
      />
      <ModelRows list={list} active={active} onTake={take} />
      {list.groups.length === 0 && (
        <p className="c-text-3 px-2 py-4">
          {models.length === 0 ? t('No model is listed yet.') : t('No model is called “{query}”.', { query })}
        </p>
      )}
      {list.current !== undefined && <CurrentModel model={list.current} />}
      {problems.map((problem) => (
        <p key={`${problem.connectionId} ${problem.provider}`} className="notice-line c-yellow">
          <Icon name="i-lucide-triangle-alert" />
          {problem.provider}: {saidReason({ why: problem.message, reason: problem.reason })}
        </p>
      ))}
      <LocalOffer onOpenSettings={openSettings} />
      <div className="flex items-center gap-2 pt-2">
        <ModeNote />
        <Button size={24} onClick={() => modelActions.refreshModels()}>
          {t('Look again')}
        </Button>
      </div>
    </>
  );
}

function ModelRows({ list, active, onTake }: { list: ModelList; active: string | undefined; onTake: (model: ModelInfo) => void }) {
  const settingsActions = useActions('settings');
  const { favourites } = useStore($settings, { keys: ['models'] }).models;
  const priceOf = usePrices();
  const { groups, current, listId, optionId, highlight } = list;
  const star = useCallback(
    (modelId: string) => settingsActions.updateSettings({ models: withFavourite($settings.get().models, modelId) }),
    [settingsActions],
  );
  return (
    <div id={listId} role="listbox" aria-label={t('Models')} className="model-list scroll" tabIndex={-1}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box, not of fields
        <div key={group.id} role="group" aria-label={group.name}>
          <div className="model-group" aria-hidden="true">
            {group.name}
          </div>
          {group.models.map((model) => (
            <ModelOption
              key={model.id}
              id={optionId(model.id)}
              model={model}
              price={priceOf(model.id)}
              isCurrent={model === current}
              isActive={model.id === active}
              isFavourite={favourites.includes(model.id)}
              onTake={onTake}
              onHighlight={highlight}
              onStar={star}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Details of the highlighted model, with a star button for keyboard users. */
function CurrentModel({ model }: { model: ModelInfo }) {
  const settingsActions = useActions('settings');
  const { models, prices } = useStore($settings, { keys: ['models', 'prices'] });
  const priceOf = usePrices();
  const isFavourite = models.favourites.includes(model.id);
  return (
    <div className="model-current">
      <p className="flex-1 min-w-0">
        <span className="mono text-sm">{model.id}</span>
        <br />
        <span className="text-sm c-text-3">{modelFactsText(model, priceOf(model.id), Object.hasOwn(prices, model.id))}</span>
      </p>
      <Button
        size={24}
        icon="i-lucide-star"
        aria-pressed={isFavourite}
        onClick={() => settingsActions.updateSettings({ models: withFavourite(models, model.id) })}
      >
        {t('Favourite')}
      </Button>
    </div>
  );
}

function ModeNote() {
  const settings = useStore($settings, { keys: ['agent', 'planMode', 'models'] });
  const { status } = useStore($chat, { keys: ['status'] });
  const mode = modeOf(settings);
  const isOwn = mode !== 'agent' && settings.models[mode] !== '';
  const forMode = isOwn
    ? `${t(mode === 'chat' ? 'Chat mode has a model of its own: this changes that one.' : 'Plan mode has a model of its own: this changes that one.')} `
    : '';
  const when = isRunOpen(status) ? t('The change counts from the next step.') : t('More models: Settings, Models.');
  return <p className="text-sm c-text-3 flex-1">{`${forMode}${when}`}</p>;
}
