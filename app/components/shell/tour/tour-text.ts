import { t, tIn } from '../../../lib/i18n/t.ts';

export const TOUR_TEXT = {
  offer: () => t('New here?'),
  take: () => t('Take the tour (3 steps)'),
  dismiss: () => t('Do not offer the tour again'),
  step: (step: number, count: number) => t('Step {step} of {count}', { step, count }),
  next: () => tIn('of a tour', 'Next'),
  back: () => t('Back'),
  skip: () => tIn('of a tour', 'Skip'),
  done: () => t('Done'),
} as const;
