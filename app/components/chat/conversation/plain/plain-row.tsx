import { t } from '../../../../lib/i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import type { ConversationRow } from '../conversation-rows.ts';
import { rowWords } from './row-words.ts';

interface PlainRowProps {
  row: ConversationRow;
  /** Why it could not be rendered, or `null` if that was not tried. */
  failure: string | null;
  onAgain: (() => void) | null;
}

/** A row as plain text, because it could not be rendered or should not be tried again. */
export function PlainRow({ row, failure, onAgain }: PlainRowProps) {
  const words = rowWords(row);
  return (
    <div className="plain-row" data-plain={row.kind}>
      {failure !== null && (
        <p className="text-sm c-text-3">
          {t('This could not be drawn and is shown as text ({failure}).', { failure: failure.slice(0, 200) })}{' '}
          {onAgain !== null && (
            <Button variant="ghost" size={20} onClick={onAgain}>
              {t('Try again')}
            </Button>
          )}
          <CopyButton label={t('Copy the text')} text={() => words} />
        </p>
      )}
      <p className="whitespace-pre-wrap wrap-anywhere">
        <LongText text={words} />
      </p>
    </div>
  );
}
