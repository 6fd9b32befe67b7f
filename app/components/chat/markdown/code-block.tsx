import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/hooks/use-copy.ts';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { pathOfCode } from './path-of-code.ts';

interface CodeBlockProps {
  code: string;
  /** The text after the three backticks. */
  info: string;
  children: ReactNode;
}

/** Code in the agent's text, with an action to save it to a file, for models that print code instead of writing files. */
export function CodeBlock({ code, info, children }: CodeBlockProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="code-block">
      {/* Makes wide code scrollable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0}>{children}</pre>
      {isOpen ? (
        <ApplyForm code={code} path={pathOfCode(code, info)} onClose={() => setIsOpen(false)} />
      ) : (
        <div className="flex">
          <CopyCode code={code} />
          <WorkButton variant="ghost" size={20} icon="i-lucide-file-input" onClick={() => setIsOpen(true)}>
            {t('Apply to a file…')}
          </WorkButton>
        </div>
      )}
    </div>
  );
}

function CopyCode({ code }: { code: string }) {
  const { state, copy } = useCopy();
  const texts = { ready: t('Copy'), copied: t('Copied'), refused: t('Not copied') };
  return (
    <Button
      variant="ghost"
      size={20}
      icon={state === 'copied' ? 'i-lucide-check' : 'i-lucide-copy'}
      aria-label={t('Copy the code')}
      onClick={() => void copy(code)}
    >
      {texts[state]}
    </Button>
  );
}

function ApplyForm({ code, path: guess, onClose }: { code: string; path: string; onClose: () => void }) {
  const actions = useActions('files');
  const [path, setPath] = useState(guess);
  async function apply(event: FormEvent) {
    event.preventDefault();
    if (path.trim() === '') return;
    await actions.applyCode(path.trim(), code);
    onClose();
  }
  return (
    <form onSubmit={apply} className="flex items-center gap-4px pt-4px">
      <input
        className="field mono flex-1 min-w-0"
        aria-label={t('File for this code')}
        placeholder="src/app.ts"
        value={path}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
        autoFocus
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button size={24} type="submit" disabled={path.trim() === ''}>
        {t('Apply')}
      </Button>
      <Button variant="ghost" size={24} onClick={onClose}>
        {t('Cancel')}
      </Button>
    </form>
  );
}
