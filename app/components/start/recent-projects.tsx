import { useStore } from '@nanostores/react';
import { Link } from '@remix-run/react';
import { t } from '../../lib/i18n/t.ts';
import { $chats } from '../../lib/stores/chat.ts';
import { $projects } from '../../lib/stores/projects.ts';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

const SHOWN = 5;

/** The most recently used projects, each with its most recent chat; renders nothing if there are none. */
export function RecentProjects({ onAll }: { onAll: () => void }) {
  const chats = useStore($chats);
  const projects = useStore($projects);
  const recent = projects.filter(({ archivedAt, deletedAt }) => archivedAt === null && deletedAt === null).slice(0, SHOWN);
  const shown = recent.flatMap((project) => {
    const chat = chats.find(({ projectId }) => projectId === project.projectId);
    return chat === undefined ? [] : [{ project, chat }];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="side-heading">
        {t('Recent')}
      </h2>
      <ul>
        {shown.map(({ project, chat }) => (
          <li key={project.projectId}>
            <Link to={`/chat/${chat.chatId}`} className="recent">
              <span className="truncate">{project.name || t('Untitled')}</span>
              <RelativeTime at={project.updatedAt} />
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size={24} className="-ml-8px mt-4px" onClick={onAll}>
        {t('All projects')}
      </Button>
    </section>
  );
}
