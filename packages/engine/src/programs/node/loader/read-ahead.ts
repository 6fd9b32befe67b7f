import type { BatchAnswer, BatchQuestion, SystemCalls } from '../../../abi/system-calls.ts';
import { systemErrorCode } from '../errors/shape-system-error.ts';
import type { TransformStore } from './transform-cache.ts';

/** Below this number, single questions are as fast as a batch. */
const MIN_QUESTIONS = 12;
/** The error codes for paths that lead to no file. Any other error is a fault and must be thrown. */
const NOTHING_THERE: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG']);

type Kind = 'file' | 'directory' | null;
type Reader = Pick<SystemCalls, 'sync' | 'async'>;

/** Increase this number with every change of the stored format. */
const FORMAT = 1;

/**
 * Asks in one batch what the modules of a graph will ask one by one. The last process that loaded the graph has stored the questions; the
 * answers are always current. They are valid while the graph is loaded, when none of the program's own code runs, so the program sees no
 * difference. They are dropped afterwards.
 */
export class ReadAhead implements TransformStore {
  readonly #decoder = new TextDecoder();
  #known: Map<string, string | Uint8Array | null> | null = null;
  readonly #asked = new Map<string, BatchQuestion>();

  constructor(private readonly system: Reader) {}

  /** Caches answers during `load`, which must do nothing but read through this object. */
  during<Result>(graph: string, load: () => Result): Result {
    if (this.#known !== null) return load();
    const key = `graph-${FORMAT}-${graph}`;
    const expected = this.#expected(key);
    this.#known = this.#readBatch(expected);
    try {
      return load();
    } finally {
      this.#known = null;
      this.#keepQuestions(key, expected);
      this.#asked.clear();
    }
  }

  kindOf(path: string): Kind {
    const known = this.#answerTo('kind', path);
    if (known !== undefined) return known === 'file' || known === 'directory' ? known : null;
    const kind = this.#kindNow(path);
    this.#known?.set(`kind ${path}`, kind);
    return kind;
  }

  #kindNow(path: string): Kind {
    try {
      return this.system.sync('stat', path).kind === 'directory' ? 'directory' : 'file';
    } catch (error) {
      if (NOTHING_THERE.has(systemErrorCode(error))) return null;
      throw error;
    }
  }

  realpath(path: string): string {
    const known = this.#answerTo('path', path);
    return typeof known === 'string' ? known : this.system.sync('realpath', path);
  }

  readFile(path: string): Uint8Array {
    const known = this.#answerTo('bytes', path);
    return known instanceof Uint8Array ? known : this.system.sync('readFile', path);
  }

  recall(key: string): Uint8Array {
    const known = this.#answerTo('kept', key);
    return known instanceof Uint8Array ? known : this.system.sync('recall', key);
  }

  keep(key: string, value: Uint8Array): void {
    // A kernel without room for it rejects; the work is then repeated next time.
    this.system.async('keep', key, value).catch(() => {});
  }

  #answerTo(about: BatchQuestion[0], name: string): string | Uint8Array | null | undefined {
    if (this.#known === null) return undefined;
    const key = `${about} ${name}`;
    this.#asked.set(key, [about, name]);
    return this.#known.get(key);
  }

  #expected(key: string): BatchQuestion[] {
    const stored = this.system.sync('recall', key);
    if (stored.length === 0) return [];
    // Another process has stored it, and a process can store anything.
    const parsed: unknown = JSON.parse(this.#decoder.decode(stored));
    return Array.isArray(parsed) ? parsed.filter(isQuestion) : [];
  }

  #readBatch(questions: BatchQuestion[]): Map<string, string | Uint8Array | null> {
    const known = new Map<string, string | Uint8Array | null>();
    if (questions.length === 0) return known;
    const given = this.system.sync('readBatch', questions);
    const headLength = new DataView(given.buffer, given.byteOffset).getUint32(0, true);
    const answers = JSON.parse(this.#decoder.decode(given.subarray(4, 4 + headLength))) as BatchAnswer[]; // The kernel's answer is trusted.
    let at = 4 + headLength;
    for (const [index, answer] of answers.entries()) {
      const [about, name] = questions[index] ?? ['kind', ''];
      if (typeof answer === 'number') {
        known.set(`${about} ${name}`, given.subarray(at, at + answer));
        at += answer;
      } else known.set(`${about} ${name}`, answer);
    }
    return known;
  }

  #keepQuestions(key: string, expected: readonly BatchQuestion[]): void {
    if (this.#asked.size < MIN_QUESTIONS) return;
    const before = new Set(expected.map(([about, name]) => `${about} ${name}`));
    if (expected.length > 0 && [...this.#asked.keys()].every((question) => before.has(question))) return;
    this.keep(key, new TextEncoder().encode(JSON.stringify([...this.#asked.values()])));
  }
}

/** Checks the shape; the kernel has no answer to a question it does not know. */
function isQuestion(value: unknown): value is BatchQuestion {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
