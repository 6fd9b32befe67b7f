import { $previewConsole, type ConsoleEntry } from '../../lib/stores/previews.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Uncaught errors, unhandled rejections and `console.error` of the previewed page. */
export function PreviewConsole({ entries, onClose }: { entries: readonly ConsoleEntry[]; onClose: () => void }) {
  const clear = () => {
    const shown = new Set(entries);
    $previewConsole.set($previewConsole.get().filter((entry) => !shown.has(entry)));
  };
  return (
    <section className="flex flex-col shrink-0 h-228px min-h-96px line-t-1 bg-surface-1">
      <div className="flex items-center gap-4px min-h-36px pr-8px pl-12px line-b-1">
        <h3 className="font-medium">Console</h3>
        <span className="flex-1" />
        <IconButton icon="i-lucide-eraser" label="Clear the console" iconSize={14} data-tip-side="top" onClick={clear} />
        <IconButton icon="i-lucide-x" label="Close the console" iconSize={14} data-tip-side="top" onClick={onClose} />
      </div>
      <div role="log" aria-label="Preview console" className="flex-1 overflow-y-auto [font:400_12px/18px_var(--font-mono)]">
        {entries.length === 0 && (
          <p className="py-10px px-12px c-text-3 [font-family:var(--font-ui)]">
            Nothing so far. The page's errors and what it logs with console.error appear here.
          </p>
        )}
        {entries.map((entry) => (
          <ConsoleRow key={entry.id} entry={entry} />
        ))}
      </div>
    </section>
  );
}

function ConsoleRow({ entry }: { entry: ConsoleEntry }) {
  const actions = useActions('chat');
  const isError = entry.level === 'error';
  const stack = entry.stack?.startsWith(entry.message) ? entry.stack.slice(entry.message.length).trim() : entry.stack;
  return (
    <div className={`preview-console-row ${isError ? 'preview-console-error' : ''}`}>
      {isError && <Icon name="i-lucide-circle-x" className="c-red" />}
      <div className="min-w-0 flex-1">
        <p>{entry.message}</p>
        {stack !== undefined && stack !== '' && <pre className="c-text-2 [font:inherit] whitespace-pre-wrap">{stack}</pre>}
      </div>
      {isError && (
        <Button size={20} icon="i-lucide-corner-up-left" onClick={() => void actions.send(reportOf(entry))}>
          Send to agent
        </Button>
      )}
    </div>
  );
}

function reportOf({ port, message, stack }: ConsoleEntry): string {
  return `The preview on port ${port} reports an error:\n\n${message}${stack === undefined ? '' : `\n${stack}`}\n\nFind out why and fix it.`;
}
