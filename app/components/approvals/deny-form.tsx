import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';

interface DenyFormProps {
  /** Empty if no reason was given. */
  onSubmit: (reason: string) => void;
  onCancel: () => void;
}

/** Denies with an optional reason, such as what to do instead, which is sent to the agent. */
export function DenyForm({ onSubmit, onCancel }: DenyFormProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit(reason.trim());
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={onKeyDown}>
      <input
        ref={field}
        className="field"
        aria-label={t('Reason')}
        placeholder={t('What to do instead (optional)')}
        maxLength={4_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="card-actions">
        <Button type="submit">{t('Deny')}</Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
