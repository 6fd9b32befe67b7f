import { useStore } from '@nanostores/react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $activeTab, $caretPlace } from '../../../lib/stores/files.ts';
import { $previews } from '../../../lib/stores/previews.ts';
import { $processes } from '../../../lib/stores/terminals.ts';
import { $problems, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { useRunCost } from '../../chat/run/run-meter.tsx';
import { FolderStatus } from '../../projects/local-folder/folder-status.tsx';
import { useContextWindow } from '../../ui/hooks/use-context-window.ts';
import { Icon } from '../../ui/icon.tsx';
import { tokenText } from '../../ui/text/token-text.ts';
import { CheckpointItem } from './checkpoint-item.tsx';
import { LastExitItem } from './last-exit-item.tsx';

/** Items of the status line while a project is open: its folder, and running processes. */
export function SessionItems() {
  const previews = useStore($previews);
  const processes = useStore($processes).length;
  const problems = useStore($problems).length;
  return (
    <>
      <FolderStatus />
      <CheckpointItem />
      <LastExitItem />
      {previews.map(({ port }) => (
        <button
          key={port}
          type="button"
          className="status-button"
          aria-label={t('Port {port}', { port })}
          onClick={() => $workbenchTab.set('preview')}
        >
          <Icon name="i-lucide-radio" size={12} />
          {port}
        </button>
      ))}
      {processes > 0 && (
        <button type="button" className="status-button" onClick={() => $workbenchTab.set('terminal')}>
          <Icon name="i-lucide-square-terminal" size={12} />
          {plural(processes, { one: '{count} process', other: '{count} processes' })}
        </button>
      )}
      {problems > 0 && (
        <button type="button" className="status-button" onClick={() => $workbenchTab.set('problems')}>
          <Icon name="i-lucide-circle-x" size={12} />
          {plural(problems, { one: '{count} problem', other: '{count} problems' })}
        </button>
      )}
    </>
  );
}

/** The caret position in the open file and the task's usage: of the model's window, and cost. */
export function TaskUse() {
  return (
    <>
      <CaretItem />
      <TokenUse />
      <TaskCost />
    </>
  );
}

function CaretItem() {
  const caret = useStore($caretPlace);
  const path = useStore($activeTab);
  const isCodeShown = useStore($workbenchTab) === 'code';
  if (caret === null || caret.path !== path || !isCodeShown) return null;
  return <span className="status-caret tabular">{t('Ln {line}, Col {column}', { line: caret.line, column: caret.column })}</span>;
}

/** The task's cost, if the prices of its models are known. */
function TaskCost() {
  const cost = useRunCost();
  return cost === null ? null : (
    <span className="tabular" title={t('Cost of this task')}>
      {cost}
    </span>
  );
}

/** The use of the model's window after the newest step, as reported by the provider; if unknown, the tokens of the whole chat. */
function TokenUse() {
  const { tokens, lastUsage } = useStore($chat, { keys: ['tokens', 'lastUsage'] });
  const window = useContextWindow();
  const used = tokens.input + tokens.output;
  if (used === 0) return null;
  if (window === null || lastUsage === null) {
    return (
      <span
        className="tabular"
        title={t("{used} tokens were used in this chat. The model's window is not known; it can be set under Settings, Models.", {
          used: tokenText(used),
        })}
      >
        {t('{used} tokens', { used: tokenText(used) })}
      </span>
    );
  }
  const inWindow = lastUsage.input + lastUsage.output;
  const share = Math.min(100, Math.round((inWindow / window) * 100));
  return (
    <span
      className="status-item"
      title={t('The conversation takes {share} % of what the model holds. {used} tokens were used in this chat.', {
        share,
        used: tokenText(used),
      })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the same way in every browser */}
      <span
        role="meter"
        aria-label={t('Context window')}
        aria-valuemin={0}
        aria-valuemax={window}
        aria-valuenow={Math.min(window, inWindow)}
        aria-valuetext={t('{inWindow} of {window} tokens', { inWindow: tokenText(inWindow), window: tokenText(window) })}
        className="window-meter"
        data-level={share >= 80 ? 'high' : 'rest'}
      >
        <span className="window-fill" style={{ width: `${share}%` }} />
      </span>
      <span className="tabular" aria-hidden="true">
        {t('{inWindow} / {window} tokens · {share} %', { inWindow: tokenText(inWindow), window: tokenText(window), share })}
      </span>
    </span>
  );
}
