import { type FormEvent, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { useActions } from './workbench-context.tsx';

export interface CommandInputProps {
  processId: string;
  prompt: string;
  isHidden?: boolean | undefined;
  /** Whether it is the answer that the agent waits for, of which there is one on the page. */
  isPrimary?: boolean;
}

/** A command's prompt, with a field for the answer. Input after a password prompt is hidden. */
export function CommandInput({ processId, prompt, isHidden = false, isPrimary = false }: CommandInputProps) {
  const actions = useActions('terminals');
  const [text, setText] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    // A terminal sends this for Enter.
    void actions.sendInput(processId, `${text}\r`);
    setText('');
  }
  return (
    <form className="command-input" aria-label={t('The command waits for input')} onSubmit={submit}>
      <p className="text-sm flex items-center gap-6px font-500">
        <Icon name="i-lucide-text-cursor-input" className="c-accent" />
        {t('Waits for your answer')}
      </p>
      <pre className="command-line max-h-200px overflow-auto p-0 [text-indent:0]">
        <LongText text={prompt} />
      </pre>
      <div className="command-input-row">
        <input
          className="field mono"
          aria-label={t('Command input')}
          placeholder={t('Answer the command')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={10_000}
          data-hidden={isHidden || undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} aria-label={t('Send input')}>
          {t('Send')}
        </Button>
        <Button variant="ghost" onClick={() => void actions.sendInput(processId, '\x03')}>
          Ctrl-C
        </Button>
      </div>
    </form>
  );
}
