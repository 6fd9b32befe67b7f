import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ArgumentField } from '../../lib/chat/argument-fields.ts';
import { t } from '../../lib/i18n/t.ts';
import type { JsonValue } from '../../lib/protocol/message.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
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

/** Shows every argument of the call as a field, according to the tool's schema; the edited values are approved. */
export function EditForm({ toolName, input, onSubmit, onCancel }: EditFormProps) {
  const fields = useFields(toolName);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<{ name: string; problem: string } | null>(null);
  const textOf = (name: string) => changed[name] ?? textOfArgument(input[name]);
  const texts = Object.fromEntries(fields.map(({ name }) => [name, textOf(name)]));
  const hasNoCommand = texts['command']?.trim() === '';
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (fields.length === 0 || hasNoCommand) return;
    const edited = editedArguments(input, fields, texts);
    if (edited.ok) onSubmit(edited.input);
    else setProblem(edited);
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
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={onKeyDown}>
      {fields.map((field, index) => (
        <Argument
          key={field.name}
          field={field}
          label={argumentLabel(toolName, field.name)}
          text={texts[field.name] ?? ''}
          isFirst={index === 0}
          problem={problem?.name === field.name ? problem.problem : null}
          onChange={(text) => setChanged({ ...changed, [field.name]: text })}
        />
      ))}
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
  const choices = field.type === 'boolean' ? ['true', 'false'] : field.choices;
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
            <option key={choice}>{choice}</option>
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
