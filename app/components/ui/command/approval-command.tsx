import type { ReactNode } from 'react';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ApprovalRequest, Verdict } from '../../../lib/protocol/tool-call.ts';
import { Badge, type BadgeTone } from '../badge.tsx';
import { LongList } from '../bounds/long-list.tsx';
import { LongText } from '../long-text.tsx';
import { CommandPrompt } from './command-prompt.tsx';

const VERDICTS: Record<Verdict, { word: () => string; tone: BadgeTone }> = {
  ask: { word: () => t('Asks'), tone: 'yellow' },
  auto: { word: () => t('Allowed'), tone: 'green' },
  block: { word: () => t('Blocked'), tone: 'red' },
};

type CommandParts = readonly ApprovalRequest['parts'][number][];

interface ApprovalCommandProps {
  command: string;
  parts: CommandParts;
  /** The reason that is shown below the command; not repeated beside its parts. */
  why?: string | undefined;
  /** Shown between the command and its parts. */
  children?: ReactNode;
}

/** The whole command, then each of its parts with the policy's verdict and reason. A part that is the whole command is not written again. */
export function ApprovalCommand({ command, parts, why, children }: ApprovalCommandProps) {
  const [first, ...others] = parts;
  const whole = first !== undefined && first.script === undefined && first.text === command ? first : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={t('What would run')} tabIndex={0} className="well max-h-[max(160px,min(440px,45dvh))] scroll focus-inset">
      <div className="command-whole well-row">
        <pre className="command-line">
          <CommandPrompt />
          <LongText text={command} />
        </pre>
        {whole !== null && <PartVerdict part={whole} why={why} />}
      </div>
      {children}
      <PartVerdicts parts={whole === null ? parts : others} why={why} />
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
            <PartVerdict part={part} why={why} />
          </div>
        )}
      </LongList>
    </>
  );
}

function PartVerdict({ part, why }: { part: CommandParts[number]; why: string | undefined }) {
  return (
    <>
      <Badge tone={VERDICTS[part.verdict].tone}>{VERDICTS[part.verdict].word()}</Badge>
      {part.why !== why && <p>{saidReason(part)}</p>}
    </>
  );
}
