import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $secretQuestion, type SecretQuestion } from '../../lib/stores/secret-question.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

/** Asks which secret files an export takes along: none, unless the user ticks them. */
export function SecretDialog() {
  const question = useStore($secretQuestion);
  return question === null ? null : <Choice key={question.paths.join('\n')} question={question} />;
}

function Choice({ question: { paths, answer } }: { question: SecretQuestion }) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  function toggle(path: string) {
    const next = new Set(taken);
    if (!next.delete(path)) next.add(path);
    setTaken(next);
  }
  const left = paths.length - taken.size;
  return (
    <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && answer(null)} title={t('Export secret files too?')} className="confirm-dialog">
      <p className="c-text-2">{t('These files may hold keys and passwords. Only those that you tick are in the export.')}</p>
      <ul className="max-h-180px scroll flex flex-col gap-4px" aria-label={t('Secret files')}>
        {paths.map((path) => (
          <li key={path}>
            <label className="flex gap-8px items-center min-h-28px">
              <input type="checkbox" checked={taken.has(path)} onChange={() => toggle(path)} />
              <span className="mono text-sm break-words min-w-0">{visibleName(path)}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="card-actions">
        <Button variant="ink" onClick={() => answer(taken)}>
          {left === 0 ? t('Export all') : plural(left, { one: 'Export without {count} file', other: 'Export without {count} files' })}
        </Button>
        <Button variant="ghost" onClick={() => answer(null)}>
          {t('Cancel')}
        </Button>
      </div>
    </DialogFrame>
  );
}
