import type { ReactNode } from 'react';
import { saidReason } from '../../lib/i18n/said-reason.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalRequest, Verdict } from '../../lib/protocol/tool-call.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { LongList } from './bounds/long-list.tsx';
import { LongText } from './long-text.tsx';

const VERDICTS: Record<Verdict, { word: () => string; tone: BadgeTone }> = {
  ask: { word: () => t('Asks'), tone: 'yellow' },
  auto: { word: () => t('Allowed'), tone: 'green' },
  block: { word: () => t('Blocked'), tone: 'red' },
};

interface ApprovalCommandProps {
  command: string;
  parts: readonly ApprovalRequest['parts'][number][];
  /** Shown below the command; not repeated for a single part. */
  why?: string;
  /** Shown between the command and its parts. */
  children?: ReactNode;
}

/** The whole command, then each of its parts with the policy's verdict and reason. */
export function ApprovalCommand({ command, parts, why, children }: ApprovalCommandProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={t('What would run')} tabIndex={0} className="well max-h-[max(160px,min(440px,45dvh))] scroll focus-inset">
      <pre className="command-line well-row">
        <span className="c-green">$ </span>
        <LongText text={command} />
      </pre>
      {children}
      <PartVerdicts parts={parts} {...(parts.length === 1 && why !== undefined ? { why } : {})} />
    </div>
  );
}

/** Each part with the policy's verdict and reason. */
export function PartVerdicts({ parts, why }: Pick<ApprovalCommandProps, 'parts' | 'why'>) {
  return (
    <>
      <LongList items={parts}>
        {(part, index) => (
          // A command may contain the same part twice.
          <div key={index} className="command-part" data-nested={part.script !== undefined}>
            {part.script !== undefined && (
              <span className="text-xs [grid-column:1_/_-1] c-text-3 wrap-anywhere">{t('In {script}', { script: part.script })}</span>
            )}
            <code>
              <LongText text={part.text} />
            </code>
            <Badge tone={VERDICTS[part.verdict].tone}>{VERDICTS[part.verdict].word()}</Badge>
            {part.why !== why && <p>{saidReason(part)}</p>}
          </div>
        )}
      </LongList>
    </>
  );
}
