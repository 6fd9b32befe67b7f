import type { Clock } from '../agent/contract/ports.ts';
import { answerRead } from './shared-reads.ts';
import type { TypeAnswer, TypeAnswers, TypeQuestion, TypeQuestionKind, TypeQuestionOf } from './type-questions.ts';
import type { FromTypesWorker, ReadRequest, ToTypesWorker } from './types-messages.ts';

/** The parts of a Worker that are used. */
export type TypesWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export interface TypesClientDependencies {
  createWorker(): TypesWorker;
  createBuffer(): SharedArrayBuffer;
  /** Returns the current paths of all project files. */
  paths(): Iterable<string>;
  /** Returns `null` if it does not exist. */
  read(request: ReadRequest): Promise<Uint8Array | null>;
  clock: Pick<Clock, 'after'>;
}

/** The worker took too long, or has failed; it is restarted with the next question. */
export class TypesEndedError extends Error {
  override readonly name = 'TypesEndedError';
}

export interface TypesClient {
  /** Whether there is a worker, which then needs to be notified of changes. */
  isRunning(): boolean;
  /** Resolves with `null` if there is nothing to report. Rejects with a TypesEndedError. `isUrgent`: the user is waiting. */
  ask<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>, isUrgent: boolean): Promise<TypeAnswers[Kind] | null>;
  changeFiles(changed: readonly string[], removed: readonly string[]): void;
  forgetPackages(): void;
  /** Sets the editor's texts of all open files. */
  showTexts(texts: ReadonlyMap<string, string>): void;
  end(): void;
}

/** Milliseconds that a question may run without reading anything. */
const BUDGET_MS = 10_000;
/** Milliseconds for a whole question, including loading the script. */
const LONGEST_MS = 40_000;
/** A machine may be slow rather than TypeScript hang: after each time-out both are twice as long, up to this factor. */
const MOST_PATIENCE = 4;

interface Asked {
  question: TypeQuestion;
  resolve(answer: TypeAnswer | null): void;
  reject(error: TypesEndedError): void;
}

/**
 * The client of the types worker, which is created on the first question, answers one question at a time, and is ended if it does not
 * answer.
 */
export function createTypesClient(dependencies: TypesClientDependencies): TypesClient {
  let session: WorkerSession | null = null;
  let urgent: Asked[] = [];
  let waiting: Asked[] = [];
  let shown: ReadonlyMap<string, string> = new Map();
  let patience = 1;
  const next = () => {
    if (session?.isFree() === false) return;
    const asked = urgent.shift() ?? waiting.shift();
    if (asked === undefined) return;
    session ??= new WorkerSession(dependencies, shown, patience, fail);
    void session.ask(asked.question).then(
      (answer) => {
        asked.resolve(answer);
        next();
      },
      (error: TypesEndedError) => {
        asked.reject(error);
        next();
      },
    );
  };
  const fail = (isTimeout: boolean) => {
    session = null;
    if (isTimeout) patience = Math.min(MOST_PATIENCE, patience * 2);
  };
  return {
    isRunning: () => session !== null,
    ask: (question, isUrgent) =>
      new Promise((resolve, reject) => {
        // The worker answers each question with the type for its kind.
        const asked = { question: question as TypeQuestion, resolve: resolve as Asked['resolve'], reject };
        (isUrgent ? urgent : waiting).push(asked);
        next();
      }),
    changeFiles: (changed, removed) => session?.post({ type: 'files', changed, removed }),
    forgetPackages: () => session?.post({ type: 'packages' }),
    showTexts(texts) {
      const before = shown;
      shown = texts;
      if (session !== null) for (const message of changesOf(before, texts)) session.post(message);
    },
    end() {
      const left = [...urgent, ...waiting];
      urgent = [];
      waiting = [];
      session?.end(null);
      session = null;
      patience = 1;
      for (const { resolve } of left) resolve(null);
    },
  };
}

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): ToTypesWorker[] {
  const closed = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  return [
    ...closed.map((path) => ({ type: 'text' as const, path, text: null })),
    ...changed.map(([path, text]) => ({ type: 'text' as const, path, text })),
  ];
}

/** One lifetime of the worker. */
class WorkerSession {
  readonly #worker: TypesWorker;
  readonly #buffer: SharedArrayBuffer;
  readonly #dependencies: TypesClientDependencies;
  readonly #patience: number;
  readonly #onEnd: (isTimeout: boolean) => void;
  #current: { id: number; settle(answer: TypeAnswer | null): void; fail(error: TypesEndedError): void } | null = null;
  #stopTimers: () => void = () => undefined;
  #stopBudget: () => void = () => undefined;
  #isReady = false;
  #hasEnded = false;
  #asked = 0;

  constructor(
    dependencies: TypesClientDependencies,
    texts: ReadonlyMap<string, string>,
    patience: number,
    onEnd: (isTimeout: boolean) => void,
  ) {
    this.#dependencies = dependencies;
    this.#patience = patience;
    this.#onEnd = onEnd;
    this.#buffer = dependencies.createBuffer();
    this.#worker = dependencies.createWorker();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromTypesWorker>) => this.#onMessage(data));
    this.#worker.addEventListener('error', () => this.end('TypeScript could not be loaded, or has used up the memory of its worker.'));
    this.post({ type: 'start', paths: [...dependencies.paths()], reads: this.#buffer });
    for (const message of changesOf(new Map(), texts)) this.post(message);
  }

  isFree(): boolean {
    return this.#current === null;
  }

  post(message: ToTypesWorker): void {
    this.#worker.postMessage(message);
  }

  ask(question: TypeQuestion): Promise<TypeAnswer | null> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#current = { id, settle: resolve, fail: reject };
      const stop = this.#endAfter(LONGEST_MS);
      this.#stopTimers = () => {
        stop();
        this.#stopBudget();
      };
      // Loading the script does not count towards the question's budget.
      if (this.#isReady) this.#renewBudget();
      this.post({ type: 'ask', id, question });
    });
  }

  /** `why` is the error for the current question; `null` if its answer is no longer needed. */
  end(why: string | null, isTimeout = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopTimers();
    this.#worker.terminate();
    this.#onEnd(isTimeout);
    const current = this.#current;
    this.#current = null;
    if (why === null) current?.settle(null);
    else current?.fail(new TypesEndedError(why));
  }

  #endAfter(milliseconds: number): () => void {
    const limit = milliseconds * this.#patience;
    return this.#dependencies.clock.after(limit, () => this.end(tooLong(limit), true));
  }

  #renewBudget(): void {
    this.#stopBudget();
    this.#stopBudget = this.#endAfter(BUDGET_MS);
  }

  #onMessage(message: FromTypesWorker): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        if (this.#current !== null) this.#renewBudget();
        break;
      case 'read':
        void this.#read(message.request);
        break;
      case 'answer':
        this.#settle(message.id, message.answer);
        break;
      case 'failed':
        this.#settle(message.id, null);
        break;
    }
  }

  async #read(request: ReadRequest): Promise<void> {
    // A slow runtime must not use up the worker's time.
    this.#stopBudget();
    const content = await this.#dependencies.read(request).catch(() => null);
    if (this.#current === null) return;
    this.#renewBudget();
    answerRead(this.#buffer, content);
  }

  #settle(id: number, answer: TypeAnswer | null): void {
    const current = this.#current;
    if (current?.id !== id) return;
    this.#stopTimers();
    this.#current = null;
    current.settle(answer);
  }
}

function tooLong(milliseconds: number): string {
  return `TypeScript did not answer within ${milliseconds / 1000} seconds and was started again.`;
}
