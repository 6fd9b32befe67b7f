import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FailureKind } from '../../../lib/protocol/models/failure-kind.ts';

export interface FailureText {
  label: () => string;
  icon: string;
  /** Says how to proceed; shown after the failure. */
  hint: () => string;
  /** Beginning of the failure's message that only repeats the label. */
  said?: string;
}

export const FAILURE_TEXTS: Readonly<Record<FailureKind, FailureText>> = {
  'wrong-key': {
    label: () => t('The key was refused'),
    icon: 'i-lucide-key-round',
    hint: () => t('Check the key under Settings, Models, then try again.'),
  },
  'no-quota': {
    label: () => t('No credit left'),
    icon: 'i-lucide-wallet',
    hint: () => t('Continue with another model, or with a key that has credit.'),
  },
  'rate-limit': {
    label: () => t('Too many requests'),
    icon: 'i-lucide-gauge',
    hint: () => t('The limit passes by itself.'),
  },
  overload: {
    label: () => t('The provider is overloaded'),
    icon: 'i-lucide-server-crash',
    hint: () => t('Try again in a while, or continue with another model.'),
  },
  'context-too-long': {
    label: () => t('The conversation is too long'),
    icon: 'i-lucide-scroll-text',
    hint: () => t('A summary of its middle makes room; the conversation you see stays whole.'),
  },
  'content-refused': {
    label: () => t('The answer was refused'),
    icon: 'i-lucide-shield-alert',
    hint: () => t('Say it in other words, or ask another model.'),
  },
  'time-out': {
    label: () => t('No answer came'),
    icon: 'i-lucide-timer-off',
    hint: () => t('The time limit is set under Settings, Models.'),
  },
  'network-gone': {
    label: () => t('No connection'),
    icon: 'i-lucide-wifi-off',
    hint: () => t('Check the network, then try again.'),
  },
  malformed: {
    label: () => t('Not a model’s answer'),
    icon: 'i-lucide-file-question',
    hint: () => t('If this keeps happening, check the address and the model under Settings, Models.'),
  },
  'cut-off': {
    label: () => t('The answer broke off'),
    icon: 'i-lucide-unplug',
    hint: () => t('It was asked for again without success.'),
  },
  'silent-end': {
    label: () => t('The model answered nothing'),
    said: 'The model answered nothing.',
    icon: 'i-lucide-message-square-dashed',
    hint: () => t('It was asked twice. “{button}” asks again; another model, or other words, may help.', { button: buttonName('retry') }),
  },
  'unknown-model': {
    label: () => t('Unknown model'),
    icon: 'i-lucide-circle-help',
    hint: () => t('Choose another model, or check the address under Settings, Models.'),
  },
  refused: {
    label: () => t('The request was refused'),
    icon: 'i-lucide-circle-x',
    hint: () => t('Trying again is unlikely to help until this is fixed.'),
  },
};
