import './start-screen.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense, useId } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { DEMO_PROMPTS, type DemoPrompt } from '../../lib/protocol/start/demo-prompts.ts';
import { $projects } from '../../lib/stores/projects.ts';
import { $settings } from '../../lib/stores/settings.ts';
import type { Overlay } from '../page/overlay-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { InUse } from './in-use.tsx';
import { OpenList } from './open-list.tsx';
import { TemplateList } from './template-list.tsx';

// The list of projects is known only long after hydration.
const RecentProjects = lazyPart(() => import('./recent-projects.tsx').then((module) => ({ default: module.RecentProjects })));

interface StartScreenProps {
  messageBox: ReactNode;
  /** Starts an example, or puts it into the message box for editing. */
  onExample: (words: string, purpose: 'send' | 'edit') => void;
  onTemplate: (name: string) => void;
  onOverlay: (overlay: Overlay) => void;
  onOpenSettings: (tab: 'models' | 'runtime') => void;
}

const EXAMPLES: Record<DemoPrompt, { icon: string; title: () => string; text: () => string }> = {
  'Build a todo list': {
    icon: 'i-lucide-list-checks',
    title: () => t('Build a todo list'),
    text: () => t('Express, plain JavaScript, one package'),
  },
  'Make a landing page': {
    icon: 'i-lucide-panels-top-left',
    title: () => t('Make a landing page'),
    text: () => t('Served by a few lines of Node, no packages'),
  },
  'Make a snake game': {
    icon: 'i-lucide-gamepad-2',
    title: () => t('Make a snake game'),
    text: () => t('A canvas and the arrow keys, no packages'),
  },
  'Fix the bug': { icon: 'i-lucide-bug', title: () => t('Fix the bug'), text: () => t('Finds and fixes what is broken in a project') },
};

/** The start page: the user describes a project or begins with an example. */
export function StartScreen({ messageBox, onExample, onTemplate, onOverlay, onOpenSettings }: StartScreenProps) {
  const hasProjects = useStore($projects).length > 0;
  const { enabled } = useStore($settings, { keys: ['agent'] }).agent;
  return (
    <div className="start scroll">
      <div className="start-columns">
        <section className="start-main" aria-labelledby="start-heading">
          <h1 id="start-heading" className="start-heading">
            {t('What are we building?')}
          </h1>
          <p className="start-lede">
            {enabled
              ? t(
                  'The agent writes files and runs commands in this browser tab. It asks before it changes your code or runs anything that does more than look.',
                )
              : t('Agent mode is off: the model answers in words and touches nothing.')}
            {/* For new users; its content loads after the page. */}
            <span id="tour-offer" />
          </p>
          {messageBox}
          <ul className="examples" aria-label={t('Examples')}>
            {DEMO_PROMPTS.map((prompt) => (
              <Example key={prompt} prompt={prompt} onChoose={(purpose) => onExample(EXAMPLES[prompt].title(), purpose)} />
            ))}
          </ul>
          <TemplateList onChoose={onTemplate} />
        </section>
        <aside className="start-side" aria-label={t('Open a project, recent ones, and what is in use')}>
          <OpenList onOverlay={onOverlay} onTemplates={showTemplates} />
          {hasProjects && (
            <Suspense fallback={null}>
              <RecentProjects onAll={() => onOverlay({ type: 'projects' })} />
            </Suspense>
          )}
          <InUse onOpenSettings={onOpenSettings} />
        </aside>
      </div>
    </div>
  );
}

function showTemplates() {
  document.querySelector<HTMLElement>('.templates button')?.focus();
}

/** An example: pressing it starts it; the pencil next to it puts its text into the message box. */
function Example({ prompt, onChoose }: { prompt: DemoPrompt; onChoose: (purpose: 'send' | 'edit') => void }) {
  const titleId = useId();
  const { icon, title, text } = EXAMPLES[prompt];
  return (
    <li>
      <button type="button" className="example" onClick={() => onChoose('send')}>
        <Icon name={icon} size={15} className="c-text-2" />
        <span>
          <span className="example-title" id={titleId}>
            {title()}
          </span>
          <span className="example-text">{text()}</span>
        </span>
      </button>
      <IconButton
        icon="i-lucide-pencil"
        iconSize={14}
        label={t('Edit first')}
        aria-describedby={titleId}
        className="example-edit"
        onClick={() => onChoose('edit')}
      />
    </li>
  );
}
