import { t } from '../i18n/t.ts';

export const BUTTON_NAMES = [
  'always-allow',
  'delete-everything',
  'find-a-way',
  'reload-preview',
  'restore',
  'retry',
  'send',
  'sign-in',
  'stop',
  'use-it-here',
] as const;

/** A button that texts elsewhere tell the user to press. Button and text take its name from here, so that they cannot differ. */
export type ButtonName = (typeof BUTTON_NAMES)[number];

const NAMES: Readonly<Record<ButtonName, () => string>> = {
  'always-allow': () => t('Always allow…'),
  'delete-everything': () => t('Delete everything…'),
  'find-a-way': () => t('Find a way'),
  'reload-preview': () => t('Reload preview'),
  restore: () => t('Restore'),
  retry: () => t('Retry'),
  send: () => t('Send'),
  'sign-in': () => t('Sign in'),
  stop: () => t('Stop'),
  'use-it-here': () => t('Use it here'),
};

export function buttonName(name: ButtonName): string {
  return NAMES[name]();
}
