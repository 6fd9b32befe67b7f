import { Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';

const ModelDialog = lazyPart(() => import('../models/model-dialog.tsx').then((module) => ({ default: module.ModelDialog })));

/** Opens the list to choose any other model. */
export function ChooseModel({ isMain }: { isMain: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size={24} variant={isMain ? 'secondary' : 'ghost'} onClick={() => setIsOpen(true)}>
        {t('Choose another model…')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ModelDialog isOpen onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
