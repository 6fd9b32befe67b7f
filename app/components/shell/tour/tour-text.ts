export const TOUR_TEXT = {
  offer: 'New here?',
  take: 'Take the tour (3 steps)',
  dismiss: 'Do not offer the tour again',

  step: (step: number, count: number) => `Step ${step} of ${count}`,
  next: 'Next',
  back: 'Back',
  skip: 'Skip',
  done: 'Done',
} as const;
