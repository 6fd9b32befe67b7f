import { type FormEvent, useId, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldProblem } from './connection-field-row.tsx';

/** A form for the passphrase that unlocks the models of the server's own keys. The value exists only in the field. */
export function PassphraseForm() {
  const actions = useActions('connections');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await actions.enterPassphrase(field.current?.value ?? '');
    setIsBusy(false);
    setProblem(outcome.ok ? null : outcome.why);
  }
  return (
    <form className="connection-form" aria-label={t('Passphrase of this server')} onSubmit={(event) => void submit(event)}>
      <p className="text-sm c-text-2">{t('This server’s own models want its passphrase. With a key of your own, you need none.')}</p>
      <label htmlFor={id} className="text-sm c-text-2">
        {t('Passphrase')}
      </label>
      <input
        ref={field}
        id={id}
        type="password"
        className="field"
        autoComplete="off"
        aria-invalid={problem !== null}
        onChange={() => setProblem(null)}
      />
      {problem !== null && <FieldProblem why={problem} />}
      <div className="card-actions">
        <Button type="submit" variant="ink" isBusy={isBusy}>
          {t('Use this server’s models')}
        </Button>
      </div>
    </form>
  );
}
