import './projects.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat, $chats } from '../../lib/stores/chat.ts';
import { useNewChat } from '../page/use-new-chat.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { ProjectRow } from './project-row.tsx';
import { useDescriptions } from './use-descriptions.ts';
import { type ProjectShelf, useFoundProjects } from './use-found-projects.ts';

const SHELVES: readonly { shelf: ProjectShelf; text: () => string; empty: () => string }[] = [
  {
    shelf: 'current',
    text: () => t('Projects'),
    empty: () => t('No projects yet. The first message begins one, or bring one in from the start page.'),
  },
  { shelf: 'archived', text: () => t('Archived'), empty: () => t('Nothing is archived.') },
  { shelf: 'deleted', text: () => t('Deleted'), empty: () => t('Nothing was deleted in the last 30 days.') },
];
/** Number of rows added when the end of the list comes into view. */
const PAGE = 60;

/** All projects of this browser, with a search in names, chats and files. */
export function ProjectsDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const actions = useActions('projects');
  const newChat = useNewChat();
  const [query, setQuery] = useState('');
  const [shelf, setShelf] = useState<ProjectShelf>('current');
  useEffect(() => void actions.refreshProjects(), [actions]);
  const close = () => onOpenChange(false);
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Projects')} className="picker projects-dialog">
      <div className="flex gap-2">
        <input
          type="search"
          className="field"
          aria-label={t('Search projects')}
          placeholder={t('Search names, chats and files')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button
          icon="i-lucide-plus"
          className="picker-action"
          onClick={() => {
            newChat();
            close();
          }}
        >
          {t('New project')}
        </Button>
      </div>
      <fieldset aria-label={t('Show')} className="plain-group flex gap-4px">
        {SHELVES.map((each) => (
          <button
            key={each.shelf}
            type="button"
            aria-pressed={shelf === each.shelf}
            className={`button button-24 ${shelf === each.shelf ? 'button-secondary' : 'button-ghost'}`}
            onClick={() => setShelf(each.shelf)}
          >
            {each.text()}
          </button>
        ))}
      </fieldset>
      <ProjectList key={shelf} query={query} shelf={shelf} onClose={close} />
    </DialogFrame>
  );
}

function ProjectList({ query, shelf, onClose }: { query: string; shelf: ProjectShelf; onClose: () => void }) {
  const { found, isSearching } = useFoundProjects(query, shelf);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const chats = useStore($chats);
  const [count, setCount] = useState(PAGE);
  const shown = found.slice(0, count);
  const describe = useDescriptions(shown.map(({ project }) => project));
  const openProject = chats.find((chat) => chat.chatId === chatId)?.projectId;
  const empty = SHELVES.find((each) => each.shelf === shelf)?.empty();
  return (
    <>
      <ul aria-label={t('Projects')} className="projects-list scroll">
        {shown.map((each) => (
          <ProjectRow
            key={each.project.projectId}
            found={each}
            shelf={shelf}
            description={describe(each.project.projectId)}
            isCurrent={each.project.projectId === openProject}
            openChatId={chatId}
            onClose={onClose}
          />
        ))}
        {found.length > count && <MoreRows onSeen={() => setCount((before) => before + PAGE)} />}
        {found.length === 0 && (
          <li className="c-text-3 px-2 py-4">
            {query.trim() === ''
              ? empty
              : isSearching
                ? t('Searching chats and files…')
                : t('No project has “{query}” in its name, chats or files.', { query })}
          </li>
        )}
      </ul>
      <p role="status" className="text-sm c-text-3 tabular">
        {isSearching ? t('Searching chats and files…') : plural(found.length, { one: '{count} project', other: '{count} projects' })}
      </p>
    </>
  );
}

/** Marks the end of the shown rows and reports when it comes into view. */
function MoreRows({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={end}>
      <Button variant="ghost" size={24} onClick={onSeen}>
        {t('Show more')}
      </Button>
    </li>
  );
}
