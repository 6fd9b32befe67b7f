import { useState } from 'react';
import { dateText } from '../../lib/i18n/date-text.ts';
import { t, tIn } from '../../lib/i18n/t.ts';
import { $previewConsole, type ConsoleEntry } from '../../lib/stores/previews.ts';
import { useActions } from '../page/workbench-context.tsx';
import { BoundedPart } from '../ui/bounds/bounded-part.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LongText } from '../ui/long-text.tsx';

const FILTERS = [
  { name: () => tIn('of console messages', 'All'), level: null },
  { name: () => t('Errors'), level: 'error' },
  { name: () => t('Warnings'), level: 'warn' },
  { name: () => t('Network'), level: 'network' },
] as const;
type Level = (typeof FILTERS)[number]['level'];

interface PreviewConsoleProps {
  entries: readonly ConsoleEntry[];
  onClose: () => void;
}

/** The previewed page's logs, failed requests, uncaught errors and unhandled rejections. */
export function PreviewConsole(props: PreviewConsoleProps) {
  return (
    <BoundedPart of={props.entries}>
      <ConsolePane {...props} />
    </BoundedPart>
  );
}

function ConsolePane({ entries, onClose }: PreviewConsoleProps) {
  const [level, setLevel] = useState<Level>(null);
  const wanted = level === null ? entries : entries.filter((entry) => entry.level === level);
  const clear = () => {
    const shown = new Set(entries);
    $previewConsole.set($previewConsole.get().filter((entry) => !shown.has(entry)));
  };
  return (
    <section className="flex flex-col shrink-0 h-228px min-h-96px line-t-1 bg-surface-1">
      <div className="flex flex-wrap items-center gap-4px min-h-36px pr-8px pl-12px line-b-1">
        <h3 className="font-medium">{t('Console')}</h3>
        <span className="flex-1" />
        <div role="radiogroup" aria-label={t('Show')} className="preview-filter">
          {FILTERS.map((filter) => (
            <label key={filter.level}>
              <input
                type="radio"
                name="preview-filter"
                checked={filter.level === level}
                data-command={`preview-console-${filter.level ?? 'all'}`}
                onChange={() => setLevel(filter.level)}
              />
              {filter.name()}
            </label>
          ))}
        </div>
        <IconButton
          icon="i-lucide-eraser"
          label={t('Clear the console')}
          iconSize={14}
          data-tip-side="top"
          data-command="preview-console-clear"
          onClick={clear}
        />
        <IconButton icon="i-lucide-x" label={t('Close the console')} iconSize={14} data-tip-side="top" onClick={onClose} />
      </div>
      <div role="log" aria-label={t('Preview console')} className="flex-1 overflow-y-auto [font:400_12px/18px_var(--font-mono)]">
        {wanted.length === 0 && (
          <p className="py-10px px-12px c-text-3 [font-family:var(--font-ui)]">
            {entries.length === 0
              ? t('Nothing so far. What the page logs, and its errors, appear here.')
              : t('Nothing of this kind so far.')}
          </p>
        )}
        {wanted.map((entry) => (
          <ConsoleRow key={entry.id} entry={entry} />
        ))}
      </div>
    </section>
  );
}

function ConsoleRow({ entry }: { entry: ConsoleEntry }) {
  const actions = useActions('chat');
  const isFailure = entry.level === 'error' || entry.level === 'network';
  const stack = entry.stack?.startsWith(entry.message) ? entry.stack.slice(entry.message.length).trim() : entry.stack;
  return (
    <div className={`preview-console-row preview-console-${entry.level}`}>
      <LevelIcon level={entry.level} />
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-wrap">
          <LongText text={entry.message} />
        </p>
        {stack !== undefined && stack !== '' && (
          <pre className="c-text-2 [font:inherit] whitespace-pre-wrap">
            <LongText text={stack} />
          </pre>
        )}
      </div>
      {isFailure && (
        <Button size={20} icon="i-lucide-corner-up-left" onClick={() => void actions.sendReport(reportOf(entry))}>
          {t('Send to agent')}
        </Button>
      )}
      <time dateTime={new Date(entry.at).toISOString()}>{dateText(entry.at, { timeStyle: 'medium', hour12: false })}</time>
    </div>
  );
}

const ICONS: ReadonlyMap<ConsoleEntry['level'], { name: () => string; icon: string; className: string }> = new Map([
  ['error', { name: () => t('Error'), icon: 'i-lucide-circle-x', className: 'c-red' }],
  ['network', { name: () => t('Failed request'), icon: 'i-lucide-unplug', className: 'c-red' }],
  ['warn', { name: () => t('Warning'), icon: 'i-lucide-triangle-alert', className: 'c-yellow' }],
]);

/** Entries without an icon keep its space, so that all lines are aligned. */
function LevelIcon({ level }: Pick<ConsoleEntry, 'level'>) {
  const shown = ICONS.get(level);
  return (
    <span className="shrink-0 w-14px">
      {shown !== undefined && (
        <>
          <Icon name={shown.icon} className={shown.className} />
          <span className="visually-hidden">{shown.name()}</span>
        </>
      )}
    </span>
  );
}

function reportOf({ port, level, message, stack }: ConsoleEntry): string {
  const what = level === 'network' ? 'A request of the page on port' : 'The preview on port';
  return `${what} ${port} ${level === 'network' ? 'failed' : 'reports an error'}:\n\n${message}${stack === undefined ? '' : `\n${stack}`}\n\nFind out why and fix it.`;
}
