import type { OutsidePages } from '../agent/contract/tool-ports.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { OutboundHostStore } from '../persistence/outbound-host-store.ts';
import type { HostVerdict } from '../protocol/outbound/outbound-hosts.ts';
import type { BootListener } from '../runtime/runtime-service.ts';
import { $hostQuestions, $outbound, NO_OUTBOUND } from '../stores/outbound.ts';
import { $announcement } from '../stores/workbench.ts';
import { createHostQuestions } from './host-questions.ts';
import { createSendOutbound, type SendOutbound } from './open-outbound.ts';
import { createPageReader } from './page-reader.ts';
import { relayRequest } from './relay-request.ts';

/** The user's actions on hosts that programs want to reach. */
export interface OutboundActions {
  answerHost(questionId: number, verdict: HostVerdict): void;
  /** Denies the open questions, and asks no more in this project until `askAgain`. */
  denyAllHosts(): void;
  askAgain(): void;
  /** Forgets this project's decision, so that the next request asks again. */
  forgetHost(host: string): void;
  /** Forgets the decisions of all projects. */
  forgetAllHosts(): void;
}

export interface OutboundDependencies {
  /** Sends requests to the app's own server. */
  request: typeof fetch;
  store: OutboundHostStore;
  notices: NoticeService;
  now(): number;
  pause(milliseconds: number): Promise<void>;
  /** Whether the server forwards requests. */
  isAvailable: boolean;
  ownHosts: readonly string[];
}

export interface OutboundService extends OutboundActions {
  attach: BootListener;
  /** For the agent; null if the server forwards no requests. */
  pages: OutsidePages | null;
  /** For hosts that the user has named; null if the server forwards no requests. */
  send: SendOutbound | null;
}

/** Handles programs' requests to other hosts. Each host is asked about once per project, and no request is sent without permission. */
export function createOutboundService(dependencies: OutboundDependencies): OutboundService {
  const { store, notices, now, isAvailable } = dependencies;
  let project = '';
  let isMuted = false;
  const questions = createHostQuestions(now, (open) => {
    const known = new Set($hostQuestions.get().map(({ id }) => id));
    for (const { id, host, isOfAgent } of open)
      if (!known.has(id))
        $announcement.set(isOfAgent ? t('The agent asks to reach {host}.', { host }) : t('A program asks to reach {host}.', { host }));
    $hostQuestions.set(open);
  });
  const show = () => {
    const decisions = project === '' ? [] : store.load(project);
    $outbound.set({ isAvailable: isAvailable && project !== '', decisions, others: store.countOthers(project), isMuted });
  };
  const decide = (host: string, verdict: HostVerdict) => {
    const others = store.load(project).filter((decision) => decision.host !== host);
    void notices.guard(t('The answer is not kept'), async () => store.save(project, [...others, { host, verdict, decidedAt: now() }]));
    show();
  };
  store.onForeignChange(() => {
    show();
    // Another tab of the same project may have answered.
    for (const { host } of $hostQuestions.get()) {
      const known = store.load(project).find((decision) => decision.host === host);
      if (known !== undefined) questions.settle(host, known.verdict);
    }
  });
  const ask = async (host: string, signal: AbortSignal, isOfAgent = false) => {
    const known = store.load(project).find((decision) => decision.host === host);
    if (known !== undefined) return known.verdict;
    return isMuted ? 'muted' : questions.ask(host, signal, isOfAgent);
  };
  const send = createSendOutbound(dependencies.request, dependencies.pause);
  const askOfProject = async (host: string, signal: AbortSignal) => (project === '' ? 'away' : ask(host, signal, true));
  const { ownHosts, pause } = dependencies;
  return {
    pages: isAvailable ? createPageReader({ ask: askOfProject, send, ownHosts, pause }) : null,
    send: isAvailable ? send : null,
    attach({ outside }) {
      if (outside === null || !isAvailable) return () => undefined;
      project = outside.project;
      isMuted = false;
      show();
      const stop = outside.listen((request, port) => relayRequest(request, port, { ask, send, ownHosts: dependencies.ownHosts }));
      return () => {
        stop();
        questions.clear();
        project = '';
        $outbound.set(NO_OUTBOUND);
      };
    },
    answerHost(questionId, verdict) {
      const host = questions.answer(questionId, verdict);
      if (host !== null) decide(host, verdict);
    },
    denyAllHosts() {
      isMuted = true;
      for (const { id } of $hostQuestions.get()) {
        const host = questions.answer(id, 'denied');
        if (host !== null) decide(host, 'denied');
      }
      show();
    },
    askAgain() {
      isMuted = false;
      show();
    },
    forgetHost(host) {
      const others = store.load(project).filter((decision) => decision.host !== host);
      void notices.guard(t('The host was not removed'), async () => store.save(project, others));
      show();
    },
    forgetAllHosts() {
      void notices.guard(t('The hosts were not removed'), async () => store.clear());
      show();
    },
  };
}
