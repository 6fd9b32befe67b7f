import { type FormEvent, useEffect, useId, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { OpeningQuestion as Question } from '../../lib/stores/machines/own-computer.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { visibleLines } from '../ui/text/visible-name.ts';

/** Shows a question of a connection, such as whether a server's fingerprint is right, or a password. */
export function OpeningQuestion({ question }: { question: Question }) {
  const actions = useActions('machines');
  const part = useRef<HTMLDivElement>(null);
  // The connection waits for it.
  useEffect(() => part.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const answer = (text: string | null) => void actions.answerOpening(question.id, text);
  return (
    <div ref={part}>
      {question.kind === 'yes-no' ? (
        <Choice text={question.text} onAnswer={answer} />
      ) : (
        <TypedAnswer question={question} onAnswer={answer} />
      )}
    </div>
  );
}

function Choice({ text, onAnswer }: { text: string; onAnswer: (text: string) => void }) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-8px">
      <p id={labelId} className="whitespace-pre-wrap">
        {visibleLines(text)}
      </p>
      <div className="card-actions">
        {/* The first answer takes the focus: a key that was meant for the form must not agree. */}
        <Button onClick={() => onAnswer('no')}>{t('No')}</Button>
        <Button variant="primary" onClick={() => onAnswer('yes')}>
          {t('Yes')}
        </Button>
      </div>
    </div>
  );
}

interface TypedAnswerProps {
  question: Question;
  onAnswer: (text: string | null) => void;
}

function TypedAnswer({ question: { kind, text }, onAnswer }: TypedAnswerProps) {
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  // A secret is in no state of React: it leaves the field when it is sent, and when the field goes.
  useEffect(() => {
    const input = field.current;
    return () => {
      if (input !== null) input.value = '';
    };
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (field.current === null) return;
    const typed = field.current.value;
    field.current.value = '';
    onAnswer(typed);
  };
  return (
    <form className="flex flex-col gap-8px" onSubmit={send}>
      <label htmlFor={fieldId} className="whitespace-pre-wrap">
        {visibleLines(text)}
      </label>
      <input
        ref={field}
        id={fieldId}
        className="field"
        type={kind === 'hidden' ? 'password' : 'text'}
        maxLength={10_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="card-actions">
        <Button type="submit" variant="primary">
          {t('Answer')}
        </Button>
        <Button onClick={() => onAnswer(null)}>{t('Do not answer')}</Button>
      </div>
    </form>
  );
}
