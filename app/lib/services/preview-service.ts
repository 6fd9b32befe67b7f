import type { RuntimeEvent } from '../runtime/types.ts';
import { $activePort, $previewConsole, $previews } from '../stores/previews.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { NoticeService } from './notice-service.ts';
import type { ProblemService } from './problem-service.ts';

const CONSOLE_LIMIT = 500;

/** Keeps the previews' stores true to what the runtime tells; a server that comes up opens the Preview tab. */
export function createPreviewService(problems: ProblemService, notices: NoticeService, now: () => number) {
  let nextId = 1;
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
          const entry = { id: nextId++, port, level, message, at: now(), ...(stack === undefined ? {} : { stack }) };
          $previewConsole.set([...$previewConsole.get(), entry].slice(-CONSOLE_LIMIT));
          if (level === 'error') problems.addPreviewError(message, stack);
          return;
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
