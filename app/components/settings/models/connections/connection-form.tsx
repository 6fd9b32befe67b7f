import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n/t.ts';
import type { ConnectionInfo, GivenConnection, ProviderInfo } from '../../../../lib/protocol/models/connections.ts';
import type { SaveOutcome } from '../../../../lib/settings/connections-service.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConnectionFieldRow, FieldProblem } from './connection-field-row.tsx';
import { ConnectionTestResult, useConnectionTest } from './connection-test-result.tsx';
import { fieldText } from './field-text.ts';
import { repairKey } from './repair-key.ts';

interface ConnectionFormProps {
  provider: ProviderInfo;
  /** `null` for a new connection. */
  edited: ConnectionInfo | null;
  onDone: () => void;
}

/** A form for a provider's key and other fields, which can be tested before saving. Typed values stay in the fields until submission. */
export function ConnectionForm({ provider, edited, onDone }: ConnectionFormProps) {
  const actions = useActions('connections');
  const settings = useActions('settings');
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Extract<SaveOutcome, { ok: false }> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { test, run, clear } = useConnectionTest();
  useFirstField(form);
  const read = () => readForm(form.current, provider, edited);
  const onEdit = () => {
    setProblem(null);
    clear();
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const chosen = new FormData(form.current ?? undefined).get('answers');
    setIsBusy(true);
    const outcome = await actions.saveConnection(read());
    setIsBusy(false);
    if (!outcome.ok) return setProblem(outcome);
    if (typeof chosen === 'string' && chosen !== '') settings.updateSettings({ modelId: `${outcome.id}:${chosen}` });
    form.current?.reset();
    onDone();
  }
  const title = edited === null ? t('Add {name}', { name: provider.name }) : t('Edit {name}', { name: edited.name });
  return (
    <form ref={form} className="connection-form" aria-label={title} autoComplete="off" onSubmit={(event) => void submit(event)}>
      {edited === null && <p className="font-medium">{title}</p>}
      <FormFields provider={provider} edited={edited} problem={problem} onEdit={onEdit} />
      {problem !== null && !isOfField(problem, provider) && <FieldProblem why={problem.why} />}
      <ConnectionTestResult
        test={test}
        onTakeAddress={(baseUrl) => {
          setAddress(form.current, baseUrl);
          run(read());
        }}
      />
      <div className="card-actions">
        <Button type="submit" variant="ink" isBusy={isBusy} disabled={isBusy}>
          {t('Save')}
        </Button>
        <Button isBusy={test.state === 'running'} disabled={isBusy} onClick={() => run(read())}>
          {t('Test')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

type FormFieldsProps = Pick<ConnectionFormProps, 'provider' | 'edited'> & {
  problem: { why: string; field?: string } | null;
  onEdit: () => void;
};

function FormFields({ provider, edited, problem, onEdit }: FormFieldsProps) {
  const id = useId();
  // A hosted provider's address rarely changes; self-hosted servers have no address other than the one that is entered.
  const rare = provider.keyPage === undefined ? ['models', 'api'] : ['models', 'api', 'baseUrl'];
  const isMain = ({ name, isSecret }: ProviderInfo['fields'][number]) => isSecret || !rare.includes(name);
  const hasKey = provider.fields.some(({ isSecret }) => isSecret);
  const main = provider.fields.filter((field) => !hasKey || isMain(field));
  const more = provider.fields.filter((field) => !main.includes(field));
  const row = (field: ProviderInfo['fields'][number]) => (
    <ConnectionFieldRow
      key={field.name}
      field={field}
      keyPage={provider.keyPage}
      value={edited?.values[field.name] ?? ''}
      isKept={edited?.secretsSet.includes(field.name) ?? false}
      problem={problem?.field === field.name ? problem.why : null}
      onEdit={onEdit}
    />
  );
  return (
    <>
      {main.map(row)}
      <details className="connection-more" open={edited !== null || provider.keyPage === undefined}>
        <summary>{[t('Name'), ...more.map(({ label }) => fieldText(label))].join(', ')}</summary>
        <div>
          <label htmlFor={id} className="text-sm c-text-2">
            {t('Name')}
          </label>
          <input id={id} name="name" className="field" defaultValue={edited?.name ?? provider.name} maxLength={60} onChange={onEdit} />
          {problem?.field === 'name' && <FieldProblem why={problem.why} />}
        </div>
        {more.map(row)}
      </details>
    </>
  );
}

/** Returns whether the problem is shown beside a field. */
function isOfField({ field }: { field?: string }, { fields }: ProviderInfo): boolean {
  return field === 'name' || fields.some(({ name }) => name === field);
}

const nameOf = (field: string) => `field-${field}`;

/** Reads the form. Secrets that were not typed are omitted, so that the stored ones stay. */
function readForm(form: HTMLFormElement | null, provider: ProviderInfo, edited: ConnectionInfo | null): GivenConnection {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const values = provider.fields.flatMap(({ name, isSecret }) => {
    const value = isSecret ? repairKey(text(nameOf(name))).key : text(nameOf(name));
    return value === '' && (isSecret || edited === null) ? [] : [[name, value] as const];
  });
  return {
    ...(edited === null ? {} : { id: edited.id }),
    providerId: provider.id,
    name: text('name') || provider.name,
    values: Object.fromEntries(values),
  };
}

function setAddress(form: HTMLFormElement | null, baseUrl: string): void {
  const field = form?.elements.namedItem(nameOf('baseUrl'));
  if (field instanceof HTMLInputElement) field.value = baseUrl;
}

function useFirstField(form: RefObject<HTMLFormElement>): void {
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
}
