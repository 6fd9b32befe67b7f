import './output-title.css';
import { t } from '../../../../lib/i18n/t.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';

interface OutputTitleProps {
  command: string;
  /** All of it, also what is not shown. */
  output: string;
  hasErrors: boolean;
}

/** Above what a command has printed. */
export function OutputTitle({ command, output, hasErrors }: OutputTitleProps) {
  return (
    <div className="output-title">
      <p className="panel-title">
        {t('COMMAND OUTPUT')}
        {hasErrors && <span className="output-error ml-10px">{t('standard error')}</span>}
      </p>
      <CopyButton label={t('Copy the output of {command}', { command })} text={() => output} />
    </div>
  );
}
