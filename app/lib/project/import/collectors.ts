// The page loads this module when something is chosen or dropped.
export { collectChosen } from './collect-chosen.ts';
export { collectDropped } from './collect-dropped.ts';
