import './output-title.css';
import { t } from '../../../../lib/i18n/t.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';

interface OutputTitleProps {
  command: string;
  /** The complete output, including the part that is not shown. */
  output: string;
  hasErrors: boolean;
}

/** The title above a command's output. */
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
