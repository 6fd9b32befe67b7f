import { t } from '../../../../lib/i18n/t.ts';
import type { LocalKind } from '../../../../lib/protocol/models/local-endpoint.ts';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/hooks/use-copy.ts';
import { notCopiedText } from '../../../ui/text/not-copied-text.ts';
import { corsHelp, type HelpLine, systemOf } from './cors-help.ts';

/** One line to copy for each operating system, the user's first. */
export function CorsHelpList({ kind }: { kind: LocalKind }) {
  const [first, ...others] = corsHelp(kind, location.origin, systemOf(navigator.userAgent));
  return (
    <div className="local-help">
      <p className="c-text-2">{t('It lets this page read its answers once this was run in a terminal:')}</p>
      {first !== undefined && <CopyLine help={first} />}
      {others.length > 0 && (
        <details>
          <summary className="text-sm c-text-2">{t('Other systems')}</summary>
          {others.map((help) => (
            <CopyLine key={help.where} help={help} />
          ))}
        </details>
      )}
    </div>
  );
}

function CopyLine({ help: { where, line, after } }: { help: HelpLine }) {
  const { state, copy } = useCopy();
  return (
    <div className="local-line">
      <p className="text-sm c-text-3">{where}</p>
      <div className="flex items-start gap-8px">
        <code className="well local-command">{line}</code>
        <Button size={24} icon="i-lucide-copy" aria-label={t('Copy the line for {where}', { where })} onClick={() => void copy(line)}>
          {state === 'copied' ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <p className="text-sm c-text-3" role="status">
        {state === 'refused' ? notCopiedText() : after}
      </p>
    </div>
  );
}
