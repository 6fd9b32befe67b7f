import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import type { OpenFile } from '../../lib/stores/files.ts';
import { Icon } from '../ui/icon.tsx';

/** Says why the file cannot be edited: it is being written, or is only a proposal. */
export function WritingBanner({ file }: { file: OpenFile }) {
  const { liveParts } = useStore($chat, { keys: ['liveParts'] });
  const isStreaming = liveParts.some((part) => part.type === 'tool-input');
  return (
    <div className="flex items-center gap-8px shrink-0 min-h-32px px-12px line-b-1 bg-accent-soft text-12px">
      <Icon name="i-lucide-file-pen" className="c-accent" />
      {isStreaming ? (
        <span>
          <strong className="font-medium">{t('Agent is writing')}</strong>{' '}
          {t('{path}, line {line}', { path: file.path, line: lineOfEnd(file.text) })}
        </span>
      ) : (
        <span>
          <strong className="font-medium">{t('Proposed by the agent.')}</strong> {t('Nothing is written until you approve.')}
        </span>
      )}
    </div>
  );
}

/** Counts the lines without splitting the text, which is long and counted about fifty times a second. */
function lineOfEnd(text: string): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
