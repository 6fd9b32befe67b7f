import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { $settings } from '../../lib/stores/settings.ts';
import { $models } from '../../lib/stores/workbench.ts';
import { Icon } from '../ui/icon.tsx';

const ModelDialog = lazy(() => import('./model-dialog.tsx').then((module) => ({ default: module.ModelDialog })));

/** The name of the model that the next step will use. */
export function useModelName(): string {
  const { models, defaultModelId, isLoaded } = useModelState();
  const { modelId } = useStore($settings, { keys: ['modelId'] });
  const chosen = models.find((model) => model.id === (modelId || defaultModelId));
  if (chosen !== undefined) return chosen.name;
  return isLoaded ? 'none' : 'loading…';
}

function useModelState() {
  const state = useStore($models);
  return { ...state, isLoaded: state.models.length > 0 || state.problems.length > 0 };
}

/** Says which model is used and opens the list. */
export function ModelButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const name = useModelName();
  function open() {
    setWasOpened(true);
    setIsOpen(true);
  }
  return (
    <>
      <button type="button" className="model-button" aria-label={`Model: ${name}`} aria-haspopup="dialog" onClick={open}>
        <span className="truncate">{name}</span>
        <Icon name="i-lucide-chevron-down" className="c-text-3" />
      </button>
      {wasOpened && (
        <Suspense>
          <ModelDialog isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
