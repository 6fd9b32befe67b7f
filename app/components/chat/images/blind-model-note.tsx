import { Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';

const ModelDialog = lazyPart(() => import('../models/model-dialog.tsx').then((module) => ({ default: module.ModelDialog })));

/** Warns before sending if the model is known not to see images; if that is unknown, there is no warning. */
export function BlindModelNote() {
  const model = useActiveModel();
  const [isOpen, setIsOpen] = useState(false);
  if (model?.seesImages !== false && !isOpen) return null;
  return (
    <div className="message-note flex items-center gap-8px">
      <p role="alert" className="flex-1 min-w-0 c-yellow">
        {model === undefined
          ? t("This model sees no images. Sent now, it gets your words and the images' names alone.")
          : t("{name} sees no images. Sent now, it gets your words and the images' names alone.", { name: model.name })}
      </p>
      <Button size={24} onClick={() => setIsOpen(true)}>
        {t('Use another model')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ModelDialog isOpen onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </div>
  );
}
