import { Link } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { dateText } from '../../lib/i18n/date-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ProjectDescription } from '../../lib/project/catalog/project-catalog.ts';
import { countText, sizeText } from '../../lib/project/import/import-plan.ts';
import { kindText } from '../../lib/project/recognise/facts-text.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ProjectChats } from './project-chats.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { RenameForm } from './rename-form.tsx';
import type { FoundProject, ProjectShelf } from './use-found-projects.ts';

interface ProjectRowProps {
  found: FoundProject;
  shelf: ProjectShelf;
  description: ProjectDescription | null;
  isCurrent: boolean;
  openChatId: string | null;
  onClose: () => void;
}

/** A project; pressing it opens its most recently used chat. */
export function ProjectRow({ found, shelf, description, isCurrent, openChatId, onClose }: ProjectRowProps) {
  const { project, chats, hits } = found;
  const actions = useActions('projects');
  const [mode, setMode] = useState<'row' | 'rename' | 'delete'>('row');
  const [showsChats, setShowsChats] = useState(false);
  const name = project.name || t('Untitled');
  const toRow = () => setMode('row');
  if (mode === 'rename')
    return (
      <li className="project-item">
        <RenameForm
          name={project.name}
          label={t('New name of {name}', { name })}
          onClose={toRow}
          onRename={(to) => void actions.renameProject(project.projectId, to)}
        />
      </li>
    );
  if (mode === 'delete')
    return (
      <li className="project-item picker-row">
        <span className="truncate flex-1">{t('Delete “{name}” for good? It cannot be taken back.', { name })}</span>
        <Button variant="danger" size={24} onClick={() => void actions.deleteProjectNow(project.projectId).then(toRow)}>
          {t('Delete now')}
        </Button>
        <Button variant="ghost" size={24} onClick={toRow}>
          {t('Keep')}
        </Button>
      </li>
    );
  return (
    <li className="project-item">
      <div className="project-row" data-current={isCurrent}>
        <OpenLink chatId={shelf === 'deleted' ? undefined : chats[0]?.chatId} isCurrent={isCurrent} onClose={onClose}>
          <span aria-hidden="true" className="project-tile">
            {description?.facts.tile ?? ''}
          </span>
          <span className="flex-1 min-w-0">
            <span className="block truncate font-500">{name}</span>
            <span className="block truncate text-sm c-text-2">{detailOf(found, description)}</span>
            {hits.slice(0, 2).map(({ place, excerpt }) => (
              <span key={place.type === 'chat' ? place.title : place.path} className="block truncate text-sm c-text-2">
                {place.type === 'chat' ? t('Said: {excerpt}', { excerpt }) : `${place.path}${excerpt === '' ? '' : `: ${excerpt}`}`}
              </span>
            ))}
          </span>
          <RelativeTime at={project.updatedAt} />
        </OpenLink>
        {shelf === 'deleted' ? (
          <Button size={24} onClick={() => void actions.restoreProject(project.projectId)}>
            {t('Take back')}
          </Button>
        ) : (
          <Button
            variant="ghost"
            size={24}
            aria-expanded={showsChats}
            aria-label={t('Chats of {name}', { name })}
            onClick={() => setShowsChats(!showsChats)}
          >
            {plural(chats.length, { one: '{count} chat', other: '{count} chats' })}
          </Button>
        )}
        <ProjectMenu
          name={name}
          project={project}
          shelf={shelf}
          onRename={() => setMode('rename')}
          onDeleteNow={() => setMode('delete')}
          onClose={onClose}
        />
      </div>
      {showsChats && shelf !== 'deleted' && <ProjectChats name={name} chats={chats} openChatId={openChatId} onClose={onClose} />}
    </li>
  );
}

interface OpenLinkProps {
  /** Absent if there is no chat to open. */
  chatId: string | undefined;
  isCurrent: boolean;
  onClose: () => void;
  children: ReactNode;
}

function OpenLink({ chatId, isCurrent, onClose, children }: OpenLinkProps) {
  if (chatId === undefined) return <div className="project-open">{children}</div>;
  return (
    <Link to={`/chat/${chatId}`} className="project-open focus-inset" aria-current={isCurrent ? 'page' : undefined} onClick={onClose}>
      {children}
    </Link>
  );
}

/** Describes a project's kind and size; if another has the same name, also when it began and the title of its first chat. */
function detailOf({ project, chats, isAmbiguous }: FoundProject, description: ProjectDescription | null): string {
  const what = description === null ? [] : [kindText(description.facts.kind), countText(description.files), sizeText(description.bytes)];
  if (!isAmbiguous) return what.join(' · ') || ' ';
  const begun = dateText(project.createdAt, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const words = chats.at(-1)?.title;
  return [t('begun {when}', { when: begun }), ...(words === undefined || words === project.name ? [] : [`“${words}”`]), ...what].join(
    ' · ',
  );
}
