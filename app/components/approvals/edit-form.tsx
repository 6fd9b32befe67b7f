import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ArgumentField } from '../../lib/chat/argument-fields.ts';
import { t } from '../../lib/i18n/t.ts';
import type { JsonValue } from '../../lib/protocol/message.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DisclosureButton } from '../ui/disclosure-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { argumentLabel } from './argument-label.ts';
import { editedArguments, type JsonObject, textOfArgument } from './edited-arguments.ts';

/** Height in lines of a field for a long text. */
const LINES_OF_TEXT = 10;

interface EditFormProps {
  toolName: string;
  input: JsonObject;
  onSubmit: (input: JsonValue) => void;
  onCancel: () => void;
}

/** Shows what the call is about as fields, and its other arguments below "More", by the tool's schema; the edited values are approved. */
export function EditForm({ toolName, input, onSubmit, onCancel }: EditFormProps) {
  const fields = useFields(toolName);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<{ name: string; problem: string } | null>(null);
  const [isMoreShown, setIsMoreShown] = useState(false);
  const moreId = useId();
  const { shown, folded } = partedFields(fields, input);
  const textOf = (name: string) => changed[name] ?? textOfArgument(input[name]);
  const texts = Object.fromEntries(fields.map(({ name }) => [name, textOf(name)]));
  const hasNoCommand = texts['command']?.trim() === '';
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (fields.length === 0 || hasNoCommand) return;
    const edited = editedArguments(input, fields, texts);
    if (edited.ok) onSubmit(edited.input);
    else {
      setProblem(edited);
      if (folded.some(({ name }) => name === edited.name)) setIsMoreShown(true);
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || isPlainEnterInLine(event))) {
      event.preventDefault();
      // Key repeat would answer the next card too.
      if (!event.repeat) submit();
    }
  }
  const fieldView = (field: ArgumentField) => (
    <Argument
      key={field.name}
      field={field}
      label={argumentLabel(toolName, field.name)}
      text={texts[field.name] ?? ''}
      isFirst={field === shown[0]}
      problem={problem?.name === field.name ? problem.problem : null}
      onChange={(text) => setChanged({ ...changed, [field.name]: text })}
    />
  );
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={onKeyDown}>
      {shown.map(fieldView)}
      {folded.length > 0 && (
        <DisclosureButton
          className="button button-ghost button-28 self-start"
          isOpen={isMoreShown}
          regionId={moreId}
          onToggle={() => setIsMoreShown(!isMoreShown)}
        >
          <Icon name={isMoreShown ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} size={14} className="c-text-3" />
          {t('More')}
        </DisclosureButton>
      )}
      {isMoreShown && (
        <div id={moreId} className="flex flex-col gap-2">
          {folded.map(fieldView)}
        </div>
      )}
      <div className="card-actions">
        <Button type="submit" variant="primary" disabled={fields.length === 0 || hasNoCommand}>
          {t('Approve this version')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Shows the main arguments that every call has or this one gives; where there are none, all that it gives. */
function partedFields(fields: readonly ArgumentField[], input: JsonObject) {
  const isGiven = ({ name }: ArgumentField) => input[name] !== undefined;
  const main = fields.filter((field) => field.isMain && (field.isRequired || isGiven(field)));
  const shown = [main, fields.filter(isGiven), fields].find((some) => some.length > 0) ?? [];
  return { shown, folded: fields.filter((field) => !shown.includes(field)) };
}

/**
 * Whether Enter submits. As everywhere in the app it does, and Shift+Enter inserts a line break, except in a text of several lines, where
 * Enter inserts one.
 */
function isPlainEnterInLine({ target, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLTextAreaElement) || shiftKey || altKey || nativeEvent.isComposing) return false;
  return target.rows < LINES_OF_TEXT && !target.value.includes('\n');
}

const NONE: readonly ArgumentField[] = [];

function useFields(toolName: string): readonly ArgumentField[] {
  const actions = useActions('approvals');
  const [fields, setFields] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    actions.argumentFields(toolName).then((found) => isCurrent && setFields(found));
    return () => {
      isCurrent = false;
    };
  }, [actions, toolName]);
  return fields;
}

const YES_OR_NO: Readonly<Record<string, () => string>> = { true: () => t('Yes'), false: () => t('No') };

interface ArgumentProps {
  field: ArgumentField;
  label: string;
  text: string;
  isFirst: boolean;
  problem: string | null;
  onChange: (text: string) => void;
}

function Argument({ field, label, text, isFirst, problem, onChange }: ArgumentProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) box.current?.focus();
  }, [isFirst]);
  const choices = field.type === 'boolean' ? Object.keys(YES_OR_NO) : field.choices;
  return (
    <div>
      <p className="text-sm c-text-3" aria-hidden="true">
        {field.isRequired ? label : t('{name} (optional)', { name: label })}
      </p>
      {choices.length > 0 ? (
        <select
          className="field"
          aria-label={label}
          title={field.description}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        >
          {!field.isRequired && <option value="">{t('not given')}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {field.type === 'boolean' ? YES_OR_NO[choice]?.() : choice}
            </option>
          ))}
        </select>
      ) : (
        <textarea
          ref={box}
          className="field mono edit-field scroll"
          aria-label={label}
          title={field.description}
          rows={field.name === 'content' ? LINES_OF_TEXT : field.name === 'command' ? 2 : 1}
          spellCheck={false}
          aria-invalid={problem !== null}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {problem !== null && (
        <p role="alert" className="text-sm c-red">
          {label}: {problem}
        </p>
      )}
    </div>
  );
}
