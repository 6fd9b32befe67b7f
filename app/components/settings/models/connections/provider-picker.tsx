import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import type { ProviderInfo } from '../../../../lib/protocol/models/connections.ts';
import { Button } from '../../../ui/button.tsx';

interface ProviderPickerProps {
  providers: readonly ProviderInfo[];
  onPick: (id: string) => void;
  onCancel: () => void;
}

/** A list for choosing a provider; Enter picks the first match. */
export function ProviderPicker({ providers, onPick, onCancel }: ProviderPickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  useEffect(() => field.current?.focus(), []);
  const wanted = query.trim().toLowerCase();
  const fitting = providers.filter(({ name, id: providerId }) => `${name} ${providerId}`.toLowerCase().includes(wanted));
  const [first] = fitting;
  return (
    <form
      className="connection-form"
      aria-label={t('Add a provider')}
      onSubmit={(event) => {
        event.preventDefault();
        if (first !== undefined) onPick(first.id);
      }}
    >
      <div>
        <label htmlFor={id} className="text-sm c-text-2">
          {t('Which provider?')}
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          className="field"
          placeholder={t('Search')}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <ul aria-label={t('Providers to add')} className="provider-choices">
        {fitting.map((provider) => (
          <li key={provider.id}>
            <button type="button" className="provider-choice" onClick={() => onPick(provider.id)}>
              {provider.name}
            </button>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && (
        <p role="status" className="c-text-2">
          {t('No provider has that name. Most others speak OpenAI’s API: choose OpenAI and enter their base URL.')}
        </p>
      )}
      <div className="card-actions">
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
