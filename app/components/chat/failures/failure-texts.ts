import type { FailureKind } from '../../../lib/protocol/models/failure-kind.ts';

export interface FailureText {
  label: string;
  icon: string;
  /** What to do, after what failed. */
  hint: string;
}

export const FAILURE_TEXTS: Readonly<Record<FailureKind, FailureText>> = {
  'wrong-key': {
    label: 'The key was refused',
    icon: 'i-lucide-key-round',
    hint: 'Check the key under Settings, Models, then try again.',
  },
  'no-quota': {
    label: 'No credit left',
    icon: 'i-lucide-wallet',
    hint: 'Continue with another model, or with a key that has credit.',
  },
  'rate-limit': {
    label: 'Too many requests',
    icon: 'i-lucide-gauge',
    hint: 'The limit passes by itself.',
  },
  overload: {
    label: 'The provider is overloaded',
    icon: 'i-lucide-server-crash',
    hint: 'Try again in a while, or continue with another model.',
  },
  'context-too-long': {
    label: 'The conversation is too long',
    icon: 'i-lucide-scroll-text',
    hint: 'A summary of its middle makes room; the conversation you see stays whole.',
  },
  'content-refused': {
    label: 'The answer was refused',
    icon: 'i-lucide-shield-alert',
    hint: 'Say it in other words, or ask another model.',
  },
  'time-out': {
    label: 'No answer came',
    icon: 'i-lucide-timer-off',
    hint: 'The time limit is set under Settings, Models.',
  },
  'network-gone': {
    label: 'No connection',
    icon: 'i-lucide-wifi-off',
    hint: 'Check the network, then try again.',
  },
  malformed: {
    label: 'Not a model’s answer',
    icon: 'i-lucide-file-question',
    hint: 'If it stays so, check the address and the model under Settings, Models.',
  },
  'cut-off': {
    label: 'The answer broke off',
    icon: 'i-lucide-unplug',
    hint: 'It was asked for again without success.',
  },
  'silent-end': {
    label: 'The model answered nothing',
    icon: 'i-lucide-message-square-dashed',
    hint: 'It was asked twice. Retry asks again; another model, or other words, may help.',
  },
  'unknown-model': {
    label: 'Unknown model',
    icon: 'i-lucide-circle-help',
    hint: 'Choose another model, or check the address under Settings, Models.',
  },
  refused: {
    label: 'The request was refused',
    icon: 'i-lucide-circle-x',
    hint: 'Trying again is unlikely to help until this is fixed.',
  },
};
