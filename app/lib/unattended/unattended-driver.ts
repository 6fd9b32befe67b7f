import { z } from 'zod';
import type { ProjectFile } from '../project/project-service.ts';
import { fromBase64, toBase64 } from '../protocol/unattended/base64.ts';
import {
  type CarriedFile,
  DRIVER_FUNCTION,
  type DriverRequest,
  filesAnswerSchema,
  type RunEvent,
  type RunResult,
  type UnattendedJob,
  unattendedJobSchema,
} from '../protocol/unattended/unattended.ts';

/** The program that started the browser, as the page of an unattended run sees it. */
export interface UnattendedDriver {
  job(): Promise<UnattendedJob>;
  /** Returns the initial files of the run. */
  files(): Promise<ProjectFile[]>;
  event(event: RunEvent): void;
  /** Resolves when the run should stop. */
  stopWanted(): Promise<void>;
  /** Reports the result; `files` is null if they could not be read. Everything sent before has arrived when this resolves. */
  finish(result: RunResult, files: readonly ProjectFile[] | null): Promise<void>;
}

/** Bytes of files per message. */
const PIECE = 4 * 1024 * 1024;

const functionSchema = z.custom<(request: DriverRequest) => Promise<unknown>>((value) => typeof value === 'function');

/** Returns the driver that was injected into this page before it loaded, or null if there is none. */
export function findDriver(page: object): UnattendedDriver | null {
  const found = functionSchema.safeParse(Reflect.get(page, DRIVER_FUNCTION));
  return found.success ? driverOver(found.data) : null;
}

function driverOver(ask: (request: DriverRequest) => Promise<unknown>): UnattendedDriver {
  /** One at a time, because the order of events matters. */
  let sent: Promise<unknown> = Promise.resolve();
  const inTurn = (request: DriverRequest) => {
    const answer = sent.then(() => ask(request));
    // A failed request does not stop the next one.
    sent = answer.catch(() => undefined);
    return answer;
  };
  return {
    job: async () => unattendedJobSchema.parse(await ask({ type: 'get-job' })),
    async files() {
      const files: ProjectFile[] = [];
      for (;;) {
        const answer = filesAnswerSchema.parse(await ask({ type: 'get-files' }));
        for (const { path, content } of answer.files) files.push({ path, content: fromBase64(content) });
        if (answer.isLast) return files;
      }
    },
    event(event) {
      inTurn({ type: 'event', event }).catch(() => undefined); // It fails only if the browser, and this page with it, is being closed.
    },
    stopWanted: async () => void (await ask({ type: 'await-stop' })),
    async finish(result, files) {
      for (const piece of piecesOf(files ?? [])) await inTurn({ type: 'put-files', files: piece });
      await inTurn({ type: 'finished', result, hasFiles: files !== null });
    },
  };
}

function* piecesOf(files: readonly ProjectFile[]): Generator<CarriedFile[]> {
  let piece: CarriedFile[] = [];
  let size = 0;
  for (const { path, content } of files) {
    if (size > 0 && size + content.byteLength > PIECE) {
      yield piece;
      piece = [];
      size = 0;
    }
    piece.push({ path, content: toBase64(content) });
    size += content.byteLength;
  }
  yield piece;
}
