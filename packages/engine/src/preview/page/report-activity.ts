import type { FailedRequest, LogLevel, PageDirection } from 'devonz-engine-protocol/page-activity';
import { LOGS_PER_SECOND, MessageBudget } from '../message-budget.ts';
import type { PortlessPreviewMessage } from '../request-messages.ts';
import { loggedText } from './logged-text.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import { reportFailedRequests } from './report-failed-requests.ts';
import type { SendWithPlaces } from './send-with-places.ts';

/** How many logs are kept until they are watched: as many as are forwarded at once. */
const MOST_KEPT = LOGS_PER_SECOND;
/** A router may change its location many times for a single click. In milliseconds. */
const PLACE_PAUSE_MS = 200;

type ConsoleMethod = 'log' | 'info' | 'warn' | 'debug' | 'dir' | 'dirxml' | 'table' | 'trace' | 'group' | 'groupCollapsed' | 'assert';

/** Selects the arguments that are shown, or `null` for nothing. Errors are reported separately. */
const same = (values: readonly unknown[]) => (values.length === 0 ? null : values);
const first = (values: readonly unknown[]) => same(values.slice(0, 1));
const METHODS: readonly [method: ConsoleMethod, level: LogLevel, shown: (values: readonly unknown[]) => readonly unknown[] | null][] = [
  ['log', 'log', (values) => values],
  ['info', 'info', (values) => values],
  ['warn', 'warn', (values) => values],
  ['debug', 'log', (values) => values],
  ['dir', 'log', first],
  ['dirxml', 'log', same],
  ['table', 'log', first],
  ['trace', 'log', (values) => ['Trace:', ...values]],
  ['group', 'log', same],
  ['groupCollapsed', 'log', same],
  ['assert', 'warn', ([isTrue, ...values]) => (isTrue ? null : ['Assertion failed:', ...values])],
];

type Report = Extract<PortlessPreviewMessage, { type: 'PREVIEW_CONSOLE_LOG' | 'PREVIEW_REQUEST_FAILED' | 'PREVIEW_PLACE' }>;

/** The browser's Navigation API, if available: it knows this frame's own history, which `history` mixes with that of the whole tab. */
interface FrameHistory {
  canGoBack: boolean;
  canGoForward: boolean;
  back(): Moved;
  forward(): Moved;
  addEventListener(type: 'currententrychange', listener: () => void): void;
}
interface Moved {
  committed: Promise<unknown>;
  finished: Promise<unknown>;
}

export interface ActivityOptions {
  page: Window & typeof globalThis;
  now(): number;
  post: PostToWorker;
  /** For messages with a stack. */
  sendWithPlaces: SendWithPlaces;
}

export interface PageActivityReporter {
  /** Called when the embedder starts to show them. */
  watch(): void;
  move(direction: PageDirection): void;
}

/**
 * Reports the page's logs, its failed requests, and its location to an embedder that shows them. Uses the page's functions
 * as they were before its own scripts ran.
 */
export function reportActivity({ page, now, post, sendWithPlaces }: ActivityOptions): PageActivityReporter {
  const { location, setTimeout } = page;
  const frameHistory = Reflect.get(page, 'navigation') as FrameHistory | undefined; // Not yet in the types of all compilers used here.
  const budget = new MessageBudget(LOGS_PER_SECOND, now);
  let isWatched = false;
  let kept: Report[] = [];
  let isPlaceDue = false;
  const here = () => ({ pathname: location.pathname, search: location.search, hash: location.hash });
  // A log is posted immediately, because the page may hang next.
  const send = (message: Report) =>
    message.type === 'PREVIEW_REQUEST_FAILED' ? sendWithPlaces(message) : post({ type: 'preview-message', message }, []);
  // Logs and failed requests share one budget, which is separate from that of errors.
  const note = (make: () => Report) => {
    if (kept.length >= MOST_KEPT || !budget.take()) return;
    const message = make();
    if (isWatched) send(message);
    else kept.push(message);
  };
  const sendPlace = () => {
    isPlaceDue = false;
    const canGoBack = frameHistory?.canGoBack ?? false;
    send({ type: 'PREVIEW_PLACE', ...here(), canGoBack, canGoForward: frameHistory?.canGoForward ?? false });
  };
  const notePlace = () => {
    if (!isWatched || isPlaceDue) return;
    isPlaceDue = true;
    setTimeout(sendPlace, PLACE_PAUSE_MS);
  };
  frameHistory?.addEventListener('currententrychange', notePlace);
  for (const [method, level, shown] of METHODS) {
    wrapConsole(page.console, method, (values) => {
      const logged = shown(values);
      if (logged !== null) note(() => ({ type: 'PREVIEW_CONSOLE_LOG', ...here(), level, message: loggedText(logged) }));
    });
  }
  reportFailedRequests(page, (failed: FailedRequest) => note(() => ({ type: 'PREVIEW_REQUEST_FAILED', ...here(), ...failed })));
  return {
    watch() {
      isWatched = true;
      sendPlace();
      for (const message of kept) send(message);
      kept = [];
    },
    move(direction) {
      const moved = frameHistory?.[direction]();
      // There may be no page in that direction; the rejections are ignored.
      moved?.committed.catch(() => undefined);
      moved?.finished.catch(() => undefined);
    },
  };
}

function wrapConsole(console: Console, method: ConsoleMethod, onLog: (values: readonly unknown[]) => void): void {
  // Each of these methods accepts any arguments.
  const original = console[method] as (...values: unknown[]) => void;
  console[method] = (...values: unknown[]) => {
    original.apply(console, values);
    onLog(values);
  };
}
