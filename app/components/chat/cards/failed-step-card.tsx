import type { FailureKind } from '../../../lib/protocol/models/failure-kind.ts';
import type { SessionNotice } from '../../../lib/protocol/session-state.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type FailedStep = Extract<SessionNotice, { type: 'step-failed' }>;

interface KindText {
  label: string;
  icon: string;
  /** What to do, after what failed. */
  hint: string;
}

const TEXTS: Readonly<Record<FailureKind, KindText>> = {
  'wrong-key': {
    label: 'The key was refused',
    icon: 'i-lucide-key-round',
    hint: 'Check the key under Settings, Models, then try again.',
  },
  'no-quota': {
    label: 'No credit left',
    icon: 'i-lucide-wallet',
    hint: 'Top up with the provider, or continue with another model.',
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
    hint: 'What arrived is shown above. The time limit is set under Settings, Models.',
  },
  'network-gone': {
    label: 'No connection',
    icon: 'i-lucide-wifi-off',
    hint: 'Check the network, then try again.',
  },
  malformed: {
    label: 'Not a model’s answer',
    icon: 'i-lucide-file-question',
    hint: 'Try again. If it stays so, check the address and the model under Settings, Models.',
  },
  'cut-off': {
    label: 'The answer broke off',
    icon: 'i-lucide-unplug',
    hint: 'What arrived is shown above.',
  },
  'silent-end': {
    label: 'The model answered nothing',
    icon: 'i-lucide-message-square-dashed',
    hint: 'It was asked twice. Retry asks again; another model, or other words, may help.',
  },
  'unknown-model': {
    label: 'Unknown model',
    icon: 'i-lucide-circle-help',
    hint: 'Choose another model.',
  },
  refused: {
    label: 'The request was refused',
    icon: 'i-lucide-circle-x',
    hint: 'Trying again is unlikely to help until this is fixed.',
  },
};

/** A step of a model gave no answer: which kind of failure, in its own words, and what to do about it. */
export function FailedStepCard({ notice }: { notice: FailedStep }) {
  const actions = useActions('chat');
  const { label, icon, hint } = TEXTS[notice.kind];
  const why = withoutLabel(notice.message, label);
  return (
    <OutcomeCard label={label} icon={icon} tone="red" text={why === '' ? hint : `${why} ${hint}`}>
      <Button size={24} icon="i-lucide-rotate-cw" onClick={() => actions.retry()}>
        Retry
      </Button>
    </OutcomeCard>
  );
}

/** The card's name need not be said again. */
function withoutLabel(message: string, label: string): string {
  return message.startsWith(`${label}.`) ? message.slice(label.length + 1).trim() : message;
}
