import type { FrameScheduler } from '../frames/frame-scheduler.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { $activePort, $pagePlaces, $previewConsole, $previews, type ConsoleEntry } from '../stores/previews.ts';
import { $previewPaths, $returningPorts } from '../stores/window.ts';
import { $narrowPane, $workbenchTab } from '../stores/workbench.ts';
import type { ProblemService } from './problems/problem-service.ts';
import type { RuntimeEvent } from './types.ts';

const CONSOLE_LIMIT = 500;
/** How many of the newest open ports are offered: a program may open thousands. */
const MOST_PREVIEWS = 64;
/** Pause between two updates of the ports. In milliseconds. */
const PORTS_PAUSE_MS = 300;

export interface PreviewServiceDependencies {
  problems: ProblemService;
  notices: NoticeService;
  now(): number;
  /**
   * Creates a scheduler that limits updates to a rate that the page can handle: a page that logs in a loop, or a program that
   * opens many ports, must not slow it down.
   */
  createScheduler(): FrameScheduler;
}

/** Pause between two updates of the console. In milliseconds. */
const CONSOLE_PAUSE_MS = 500;

/** Keeps the preview stores up to date with the runtime's events; a new server opens the Preview tab. */
export function createPreviewService({ problems, notices, now, createScheduler }: PreviewServiceDependencies) {
  const schedule = createScheduler();
  const schedulePorts = createScheduler();
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
  /** Addresses by port, newest last. */
  const ports = new Map<number, string>();
  /** The port that opened since the last update. */
  let opened: number | null = null;
  const showPorts = () => {
    leavePages(ports);
    const previews = [...ports].slice(-MOST_PREVIEWS).map(([port, url]) => ({ port, url }));
    $previews.set(previews);
    if (opened !== null && ports.has(opened)) {
      $activePort.set(portToShow(opened, ports));
      $workbenchTab.set('preview');
      if ($narrowPane.get() !== 'chat') $narrowPane.set('preview');
    } else if (!previews.some(({ port }) => port === $activePort.get())) {
      $activePort.set(previews.at(-1)?.port ?? null);
    }
    opened = null;
    return PORTS_PAUSE_MS;
  };
  const open = (port: number, url: string) => {
    ports.delete(port);
    ports.set(port, url);
    opened = port;
    schedulePorts(showPorts);
  };
  const close = (port: number) => {
    ports.delete(port);
    schedulePorts(showPorts);
  };
  const clear = () => {
    waiting = [];
    ports.clear();
    opened = null;
    $previews.set([]);
    $activePort.set(null);
    $previewConsole.set([]);
    $pagePlaces.set(new Map());
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
        case 'preview-place': {
          const { port, path, canGoBack, canGoForward } = event;
          return ports.has(port) ? $pagePlaces.set(new Map($pagePlaces.get()).set(port, { path, canGoBack, canGoForward })) : undefined;
        }
        case 'error':
          return void notices.error(t('The runtime reported: {message}', { message: event.message }));
        case 'ended':
          return clear();
      }
    },
    clear,
  };
}

/** Remembers the page of each closed port for when a server opens the port again. If that happens at once, the page stays. */
function leavePages(ports: ReadonlyMap<number, string>): void {
  const places = [...$pagePlaces.get()];
  const left = places.filter(([port]) => !ports.has(port));
  if (left.length === 0) return;
  $previewPaths.set(new Map([...$previewPaths.get(), ...left.map(([port, { path }]) => [port, path] as const)]));
  $pagePlaces.set(new Map(places.filter(([port]) => ports.has(port))));
}

/** The newest port; after a reload, the one that was shown before is preferred among the returning ports. */
function portToShow(opened: number, ports: ReadonlyMap<number, string>): number {
  const returning = $returningPorts.get();
  if (returning === null) return opened;
  if (returning.ports.has(opened)) return ports.has(returning.shown) ? returning.shown : opened;
  $returningPorts.set(null);
  return opened;
}

export type PreviewService = ReturnType<typeof createPreviewService>;
