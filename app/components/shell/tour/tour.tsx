import './tour.css';
import { useStore } from '@nanostores/react';
import { Suspense, useCallback } from 'react';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { TourOffer } from './tour-offer.tsx';

const TourCard = lazyPart(() => import('./tour-card.tsx').then((module) => ({ default: module.TourCard })));

/** The tour, if the user has asked for it, or else its offer. */
export function Tour() {
  const actions = useActions('settings');
  const isOpen = useStore($isTourOpen);
  const close = useCallback(() => {
    $isTourOpen.set(false);
    actions.updateSettings({ tour: 'done' });
  }, [actions]);
  if (!isOpen) return <TourOffer />;
  return (
    <Suspense>
      <TourCard onClose={close} />
    </Suspense>
  );
}
