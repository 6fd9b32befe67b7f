import { Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { useModelName } from '../../ui/hooks/use-model-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';

const ModelDialog = lazyPart(() => import('../models/model-dialog.tsx').then((module) => ({ default: module.ModelDialog })));

/** Shows the current model and opens the list of models. */
export function ModelButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const name = useModelName() || t('Loading…');
  function open() {
    setWasOpened(true);
    setIsOpen(true);
  }
  return (
    <>
      <button
        type="button"
        className="model-button"
        data-command="choose-model"
        aria-label={t('Model: {name}', { name })}
        aria-haspopup="dialog"
        onClick={open}
      >
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
