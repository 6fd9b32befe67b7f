import '../ui/card-frame.css';
import './host-question-card.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { HostVerdict } from '../../lib/protocol/outbound/outbound-hosts.ts';
import { $hostQuestions, type HostQuestion } from '../../lib/stores/outbound.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { rich } from '../ui/text/rich.tsx';
import { visibleHost } from '../ui/text/visible-host.ts';

/** Milliseconds in which a click or key meant for something else cannot answer a card that has just appeared. */
const GUARD_TIME = 500;

interface AskingTexts {
  name: (host: string) => string;
  title: () => string;
  why: () => string;
}

const TEXTS: Readonly<Record<'agent' | 'program', AskingTexts>> = {
  agent: {
    name: (host) => t('The agent asks to reach {host}', { host }),
    title: () => t('The agent wants to reach a host'),
    why: () => t('It wants to read a page there, through this app’s server.'),
  },
  program: {
    name: (host) => t('A program asks to reach {host}', { host }),
    title: () => t('A program wants to reach a host'),
    why: () => t('Your browser lets no page read what it answers, so the request would go through this app’s server.'),
  },
};

/** Hosts that programs want to connect to, one question at a time. `isStrip`: below a pane of the workbench. */
export function HostQuestions({ isStrip = false }: { isStrip?: boolean }) {
  const questions = useStore($hostQuestions);
  const [first] = questions;
  if (first === undefined) return null;
  return (
    <section aria-label={t('Network access needed')} className={isStrip ? 'host-question-strip' : ''}>
      <HostQuestionCard key={first.id} question={first} count={questions.length} />
    </section>
  );
}

function HostQuestionCard({ question, count }: { question: HostQuestion; count: number }) {
  const actions = useActions('outbound');
  const appearedAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    appearedAt.current = performance.now();
  }, []);
  const { text, remarks } = visibleHost(question.host);
  const texts = TEXTS[question.isOfAgent ? 'agent' : 'program'];
  const isSettled = () => performance.now() - appearedAt.current >= GUARD_TIME;
  const answer = (verdict: HostVerdict) => {
    if (isSettled()) actions.answerHost(question.id, verdict);
  };
  return (
    <article className="card host-question" data-host-question tabIndex={-1} aria-label={texts.name(text)}>
      <div className="card-header">
        <Icon name="i-lucide-globe" className="c-text-2" />
        <h3 className="font-medium flex-1 min-w-0 truncate">{texts.title()}</h3>
        {count > 1 && <Badge>{t('1 of {count}', { count })}</Badge>}
      </div>
      <div className="host-question-body">
        <p className="host-name">{text}</p>
        {remarks.map((remark) => (
          <p key={remark} className="host-warning">
            <Icon name="i-lucide-triangle-alert" />
            {remark}
          </p>
        ))}
        <p className="text-sm c-text-2">
          {texts.why()} {rich('Programs can then send there whatever is in the project, keys in {env} too.', { env: <code>.env</code> })}
        </p>
        <div className="host-question-actions">
          <Button variant="ink" onClick={() => answer('allowed')}>
            {t('Allow for this project')}
          </Button>
          <Button onClick={() => answer('denied')}>{t('Deny')}</Button>
          {count > 1 && (
            <Button variant="ghost" onClick={() => isSettled() && actions.denyAllHosts()}>
              {t('Deny all {count}, ask no more', { count })}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
