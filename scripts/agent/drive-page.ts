import type { Browser, Page } from '@playwright/test';
import { fromBase64, toBase64 } from '../../app/lib/protocol/unattended/base64.ts';
import {
  DRIVER_FUNCTION,
  type DriverRequest,
  driverRequestSchema,
  type FilesAnswer,
  type RunEvent,
  type RunResult,
  UNATTENDED_PATH,
  type UnattendedJob,
} from '../../app/lib/protocol/unattended/unattended.ts';

export interface DrivenRun {
  browser: Browser;
  appOrigin: string;
  job: UnattendedJob;
  files: ReadonlyMap<string, Uint8Array>;
  /** Aborts when the run is to stop; the page then has a few seconds to report its result. */
  stop: AbortSignal;
  onEvent(event: RunEvent): void;
  /** Called for the page's own log, for debugging. */
  onLog(line: string): void;
}

export interface DrivenResult {
  result: RunResult;
  /** The project at the end, or `null` if it could not be read. */
  files: ReadonlyMap<string, Uint8Array> | null;
}

/** Bytes of file content transferred at once. */
const PIECE = 4 * 1024 * 1024;
const LAST_WORDS_MS = 30_000;

/** Opens the page of unattended runs and responds to its requests until it has ended. Rejects if the page disappears without a result. */
export async function drivePage(run: DrivenRun): Promise<DrivenResult> {
  const context = await run.browser.newContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => run.onLog(`the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') run.onLog(`the page: ${message.text()}`);
  });
  const ended = endOf(page, run);
  // It may reject before anything waits for it.
  ended.result.catch(() => undefined);
  // Only the app's page may call the function: frames of previews and of the engine can also access it, and programs
  // run in them.
  await page.exposeBinding(DRIVER_FUNCTION, ({ frame }, request: unknown) => {
    if (frame !== page.mainFrame()) throw new Error('Only the page of the run may ask this.');
    return ended.answer(request);
  });
  try {
    const answer = await page.goto(`${run.appOrigin}${UNATTENDED_PATH}`);
    // An error page makes no requests, so waiting for its result would never end.
    if (answer?.ok() !== true) throw new Error(`The app could not make the page of the run: it answered ${answer?.status() ?? 'nothing'}.`);
    return await ended.result;
  } finally {
    await context.close().catch(() => undefined); // The browser may already be closed.
  }
}

function endOf(page: Page, run: DrivenRun) {
  const files = new Map<string, Uint8Array>();
  const pieces = piecesOf(run.files);
  let finish: (result: DrivenResult) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<DrivenResult>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  page.once('crash', () => fail(new Error('The page of the run crashed, as it does when the browser has no memory left.')));
  page.once('close', () => fail(new Error('The browser was closed before the run had ended.')));
  const stopWanted = new Promise<null>((resolve) => {
    const onStop = () => {
      resolve(null);
      setTimeout(() => fail(new Error('The run did not end when it was stopped; its browser is closed.')), LAST_WORDS_MS).unref();
    };
    if (run.stop.aborted) onStop();
    else run.stop.addEventListener('abort', onStop, { once: true });
  });
  const answerTo = async (request: DriverRequest): Promise<unknown> => {
    switch (request.type) {
      case 'get-job':
        return run.job;
      case 'get-files':
        return pieces.next().value;
      case 'event':
        return run.onEvent(request.event);
      case 'await-stop':
        return stopWanted;
      case 'put-files':
        for (const { path, content } of request.files) files.set(path, fromBase64(content));
        return null;
      case 'finished':
        return finish({ result: request.result, files: request.hasFiles ? files : null });
    }
  };
  const answer = async (request: unknown): Promise<unknown> => {
    try {
      return await answerTo(driverRequestSchema.parse(request));
    } catch (error) {
      // An invalid request ends the run: otherwise the page would wait for a response forever.
      fail(new Error(`The page of the run could not be answered: ${error instanceof Error ? error.message : String(error)}`));
      throw error;
    }
  };
  return { result, answer };
}

function* piecesOf(files: ReadonlyMap<string, Uint8Array>): Generator<FilesAnswer, FilesAnswer> {
  let piece: FilesAnswer['files'] = [];
  let size = 0;
  for (const [path, content] of files) {
    if (size > 0 && size + content.byteLength > PIECE) {
      yield { files: piece, isLast: false };
      piece = [];
      size = 0;
    }
    piece.push({ path, content: toBase64(content) });
    size += content.byteLength;
  }
  return { files: piece, isLast: true };
}
