import type { RuntimeEvent } from '../runtime/types.ts';
import { $activePort, $previewConsole, $previews, type ConsoleEntry } from '../stores/previews.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { Scheduler } from './frame-scheduler.ts';
import type { NoticeService } from './notice-service.ts';
import type { ProblemService } from './problem-service.ts';

const CONSOLE_LIMIT = 500;

export interface PreviewServiceParts {
  problems: ProblemService;
  notices: NoticeService;
  now(): number;
  /** What pages report is shown together, at most as often as the IDE's page can bear: a page that logs in a loop must not slow it. */
  schedule: Scheduler;
}

/** Between two updates of the console. Milliseconds. */
const CONSOLE_PAUSE_MS = 500;

/** Keeps the previews' stores true to what the runtime tells; a server that comes up opens the Preview tab. */
export function createPreviewService({ problems, notices, now, schedule }: PreviewServiceParts) {
  let nextId = 1;
  let waiting: ConsoleEntry[] = [];
  const show = () => {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return 0;
    $previewConsole.set([...$previewConsole.get(), ...entries].slice(-CONSOLE_LIMIT));
    for (const { level, message, stack } of entries) if (level === 'error') problems.addPreviewError(message, stack);
    return CONSOLE_PAUSE_MS;
  };
  const open = (port: number, url: string) => {
    $previews.set([...$previews.get().filter((preview) => preview.port !== port), { port, url }]);
    $activePort.set(port);
    $workbenchTab.set('preview');
    if ($narrowPane.get() !== 'chat') $narrowPane.set('preview');
  };
  const close = (port: number) => {
    $previews.set($previews.get().filter((preview) => preview.port !== port));
    if ($activePort.get() === port) $activePort.set($previews.get().at(-1)?.port ?? null);
  };
  const clear = () => {
    waiting = [];
    $previews.set([]);
    $activePort.set(null);
    $previewConsole.set([]);
  };
  return {
    onEvent(event: RuntimeEvent) {
      switch (event.type) {
        case 'server-ready':
          return open(event.port, event.url);
        case 'port-closed':
          return close(event.port);
        case 'preview-message': {
          const { port, level, message, stack } = event;
          waiting.push({ id: nextId++, port, level, message, at: now(), ...(stack === undefined ? {} : { stack }) });
          return schedule(show);
        }
        case 'error':
          return void notices.error(`The runtime reported: ${event.message}`);
        case 'ended':
          return clear();
      }
    },
    clear,
  };
}
