import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $terminals, type TerminalInfo } from '../../lib/stores/terminals.ts';
import { terminalNameProblem } from '../../lib/terminal/terminal-name-problem.ts';
import { useActions } from '../page/workbench-context.tsx';

interface NameFieldProps {
  terminal: TerminalInfo;
  /** The tab that the field covers. */
  tab: HTMLElement | null;
  /** `byKey`: whether the focus is still here. */
  onDone: (byKey: boolean) => void;
}

/** Renames a terminal: Enter confirms, or shows a problem; Escape and leaving the field cancel. */
export function NameField({ terminal: { terminalId, name }, tab, onDone }: NameFieldProps) {
  const actions = useActions('terminals');
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onDone(true);
    if (event.key !== 'Enter') return;
    const found = terminalNameProblem(text, terminalId, $terminals.get());
    setProblem(found);
    if (found !== null) return;
    actions.renameTerminal(terminalId, text.trim());
    onDone(true);
  }
  const left = tab === null ? 0 : tab.offsetLeft - (tab.parentElement?.scrollLeft ?? 0);
  return (
    <div className="terminal-name" style={{ left, minWidth: tab?.offsetWidth }}>
      <input
        ref={field}
        className="field"
        aria-label={t('New name of {name}', { name })}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'terminal-name-problem'}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => onDone(false)}
      />
      {problem !== null && (
        <p id="terminal-name-problem" role="alert" className="terminal-name-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
