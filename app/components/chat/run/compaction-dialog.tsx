import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import './compaction-dialog.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { $compaction, type CompactionView } from '../../../lib/stores/compaction.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { tokenText } from '../../ui/text/token-text.ts';

/** Shows the summary that would replace a part of the conversation, before anything changes. */
export function CompactionDialog() {
  const actions = useActions('compaction');
  const view = useStore($compaction);
  if (view.state === 'closed') return null;
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && actions.cancelCompaction()}
      title={t('Summarise the conversation')}
      className="picker compaction-dialog"
    >
      <Content view={view} />
    </DialogFrame>
  );
}

function Content({ view }: { view: Exclude<CompactionView, { state: 'closed' }> }) {
  const actions = useActions('compaction');
  switch (view.state) {
    case 'asking':
      return (
        <>
          <p className="flex items-center gap-2 c-text-2">
            <Spinner />
            {t('The model reads the conversation and writes a summary. Nothing is changed by that.')}
          </p>
          <Buttons>
            <Button onClick={() => actions.cancelCompaction()}>{t('Cancel')}</Button>
          </Buttons>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="flex gap-2" role="alert">
            <Icon name="i-lucide-circle-x" className="c-red mt-1" />
            <span className="min-w-0 break-words">{view.problem}</span>
          </p>
          <Buttons>
            <Button onClick={() => actions.cancelCompaction()}>{t('Close')}</Button>
            <Button icon="i-lucide-rotate-cw" onClick={() => actions.startCompaction()}>
              {t('Try again')}
            </Button>
          </Buttons>
        </>
      );
    case 'ready':
      return <Ready view={view} />;
  }
}

function savingText({ before, after }: { before: number; after: number }): string {
  const share = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  const sizes = { before: tokenText(before), after: tokenText(after) };
  return share > 0
    ? t('About {before} → {after} tokens, {share} % less', { ...sizes, share })
    : t('About {before} → {after} tokens', sizes);
}

function Ready({ view }: { view: Extract<CompactionView, { state: 'ready' }> }) {
  const actions = useActions('compaction');
  const { preview, problem, isApplying } = view;
  const [text, setText] = useState(preview.summary);
  useEffect(() => setText(preview.summary), [preview.summary]);
  return (
    <>
      <p className="c-text-2">
        {plural(preview.count, {
          one: 'From the next step on this is sent instead of {count} message. The conversation itself stays as it is, and you can undo it.',
          other:
            'From the next step on this is sent instead of {count} messages. The conversation itself stays as it is, and you can undo it.',
        })}
      </p>
      <p className="tabular">
        {savingText(preview)} {text === preview.summary ? '' : t('(before your edits)')}
      </p>
      <textarea
        aria-label={t('Summary')}
        className="field compaction-text"
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {problem !== null && (
        <p role="alert" className="c-red">
          {problem}
        </p>
      )}
      <Buttons>
        <Button onClick={() => actions.cancelCompaction()}>{t('Cancel')}</Button>
        <Button variant="ink" isBusy={isApplying} disabled={text.trim() === ''} onClick={() => actions.acceptCompaction(text)}>
          {t('Use this summary')}
        </Button>
      </Buttons>
    </>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-8px">{children}</div>;
}
