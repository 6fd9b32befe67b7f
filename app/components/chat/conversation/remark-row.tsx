import { useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { DisclosureButton } from '../../ui/disclosure-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { remarkLine } from './remark-line.ts';

/** A message from Devonz to the model: one quiet line, which unfolds to the whole text if it says more. */
export function RemarkRow({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const line = remarkLine(text);
  const words = line.isSummary ? (
    line.text
  ) : (
    <>
      <span className="c-text-2">{t('Devonz told the agent:')}</span> <LongText text={line.text} />
    </>
  );
  if (line.text === text) {
    return (
      <p className="remark">
        <Icon name="i-lucide-shield" className="c-text-3" />
        <span>{words}</span>
      </p>
    );
  }
  return (
    <>
      <DisclosureButton className="remark" isOpen={isOpen} regionId={textId} onToggle={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
        <span>{words}</span>
      </DisclosureButton>
      {isOpen && (
        <p id={textId} className="remark-text">
          <LongText text={text} />
        </p>
      )}
    </>
  );
}
