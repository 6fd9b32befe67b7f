import { t } from '../../../lib/i18n/t.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fieldOf, type StepView, textOf } from './step-view.ts';

/** Lists the guarded files that the command could not access, with a button that lets the agent ask for them. */
export function RefusedFiles({ step }: { step: StepView }) {
  const actions = useActions('chat');
  const { read, write } = refusedFiles(step.output);
  if (read.length === 0 && write.length === 0) return null;
  const access = { ...(read.length === 0 ? {} : { read }), ...(write.length === 0 ? {} : { write }) };
  // Sent to the model, therefore English.
  const request = `Run this again, with access: ${JSON.stringify({ command: textOf(step.input, 'command'), access })}`;
  return (
    <div role="note" aria-label={t('Kept from guarded files')}>
      <p className="why">
        <Icon name="i-lucide-shield" size={16} className="c-yellow" />
        <span className="break-words">
          <strong>{t('Not approved for this:')}</strong> {refusedText(read.join(', '), write.join(', '))}
        </span>
      </p>
      <div className="card-actions mt-2">
        <Button size={24} onClick={() => actions.send(request)}>
          {t('Run again with access')}
        </Button>
      </div>
    </div>
  );
}

function refusedText(read: string, written: string): string {
  if (written === '') return t('it did not read {read}.', { read });
  return read === ''
    ? t('it did not change {written}.', { written })
    : t('it did not read {read}; it did not change {written}.', { read, written });
}

export function hasRefusedFiles({ output }: StepView): boolean {
  const { read, write } = refusedFiles(output);
  return read.length + write.length > 0;
}

function refusedFiles(output: JsonValue): { read: string[]; write: string[] } {
  const refused = fieldOf(output, 'refused') ?? null;
  return { read: namesOf(fieldOf(refused, 'read')), write: namesOf(fieldOf(refused, 'write')) };
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}
