import type { HostVerdict } from '../protocol/outbound/outbound-hosts.ts';
import type { HostQuestion } from '../stores/outbound.ts';

/** Limits the questions that a program can cause. */
export const QUESTION_LIMITS = {
  /** Questions open at the same time. */
  open: 5,
  /** Questions within `periodMs`, including withdrawn ones. */
  perPeriod: 20,
  periodMs: 10 * 60_000,
} as const;

export type HostAnswer = HostVerdict | 'too-many' | 'withdrawn';

interface OpenQuestion {
  id: number;
  host: string;
  isOfAgent: boolean;
  waiting: Set<(answer: HostAnswer) => void>;
}

export interface HostQuestions {
  /** Resolves with the user's answer, without a time limit; `withdrawn` when the signal is aborted. */
  ask(host: string, signal: AbortSignal, isOfAgent?: boolean): Promise<HostAnswer>;
  /** Answers the question and returns its host, or null if it is gone. */
  answer(id: number, verdict: HostVerdict): string | null;
  /** Answers the open questions about this host. */
  settle(host: string, verdict: HostVerdict): void;
  /** Withdraws all questions and resets the count. */
  clear(): void;
}

/** Asks one question per host, however many programs and requests wait for it. */
export function createHostQuestions(now: () => number, show: (questions: readonly HostQuestion[]) => void): HostQuestions {
  let nextId = 1;
  const open = new Map<string, OpenQuestion>();
  let putAt: number[] = [];
  const tell = () => show([...open.values()].map(shown));
  const close = (question: OpenQuestion, answer: HostAnswer) => {
    open.delete(question.host);
    for (const resolve of question.waiting) resolve(answer);
    tell();
  };
  const put = (host: string, isOfAgent: boolean): OpenQuestion | null => {
    putAt = putAt.filter((at) => now() - at < QUESTION_LIMITS.periodMs);
    if (open.size >= QUESTION_LIMITS.open || putAt.length >= QUESTION_LIMITS.perPeriod) return null;
    putAt.push(now());
    const question: OpenQuestion = { id: nextId++, host, isOfAgent, waiting: new Set() };
    open.set(host, question);
    return question;
  };
  return {
    async ask(host, signal, isOfAgent = false) {
      if (signal.aborted) return 'withdrawn';
      const question = open.get(host) ?? put(host, isOfAgent);
      if (question === null) return 'too-many';
      return new Promise((resolve) => {
        question.waiting.add(resolve);
        signal.addEventListener('abort', () => {
          if (!question.waiting.delete(resolve)) return;
          resolve('withdrawn');
          if (question.waiting.size === 0 && open.get(host) === question) close(question, 'withdrawn');
          else tell();
        });
        tell();
      });
    },
    answer(id, verdict) {
      const question = [...open.values()].find((each) => each.id === id);
      if (question === undefined) return null;
      close(question, verdict);
      return question.host;
    },
    settle(host, verdict) {
      const question = open.get(host);
      if (question !== undefined) close(question, verdict);
    },
    clear() {
      for (const question of [...open.values()]) close(question, 'withdrawn');
      putAt = [];
    },
  };
}

function shown({ id, host, isOfAgent, waiting }: OpenQuestion): HostQuestion {
  return { id, host, waiting: waiting.size, ...(isOfAgent ? { isOfAgent: true } : {}) };
}
