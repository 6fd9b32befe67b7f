import type { ReactNode } from 'react';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';

interface OutcomeCardProps {
  label: string;
  icon: string;
  /** `amber`: the agent asks the user. `yellow`: a warning. */
  tone: 'green' | 'yellow' | 'red' | 'amber';
  /** Shown above the text. */
  lead?: ReactNode;
  text: string;
  /** Shown between the text and the buttons. */
  details?: ReactNode;
  children: ReactNode;
}

const ICON_CLASSES = { green: 'c-green', yellow: 'c-yellow', red: 'c-red', amber: 'c-accent' } as const;

/** Says how a run ended, and offers the actions that are possible now. */
export function OutcomeCard({ label, icon, tone, lead, text, details, children }: OutcomeCardProps) {
  return (
    <CardFrame
      label={label}
      edge={tone}
      isOpenByDefault
      header={
        <>
          <Icon name={icon} className={ICON_CLASSES[tone]} />
          <span className="font-medium flex-1 c-text-1">{label}</span>
        </>
      }
    >
      {lead}
      <p className="c-text-2 break-words">{typeof text === 'string' ? <LongText text={text} /> : text}</p>
      {details}
      <div className="card-actions">{children}</div>
    </CardFrame>
  );
}
