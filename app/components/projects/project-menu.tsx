import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ProjectSummary } from '../../lib/stores/projects.ts';
import { useActions } from '../page/workbench-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { ProjectShelf } from './use-found-projects.ts';

interface ProjectMenuProps {
  name: string;
  project: ProjectSummary;
  shelf: ProjectShelf;
  onRename: () => void;
  onDeleteNow: () => void;
  onClose: () => void;
}

/** The actions for a project. */
export function ProjectMenu({ name, project: { projectId, archivedAt }, shelf, onRename, onDeleteNow, onClose }: ProjectMenuProps) {
  const actions = useActions('projects');
  function andClose(work: Promise<void>) {
    void work;
    onClose();
  }
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="i-lucide-ellipsis" iconSize={14} label={t('More for {name}', { name })} tip={t('More')} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* Above the dialog. A field may open from here and must keep the focus. */}
        <DropdownMenu.Content
          className="menu project-menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {shelf !== 'deleted' && (
            <>
              <Item onSelect={() => andClose(actions.newChatIn(projectId))}>{t('New chat in this project')}</Item>
              <Item onSelect={onRename}>{t('Rename')}</Item>
              <Item onSelect={() => andClose(actions.duplicateProject(projectId))}>{t('Duplicate')}</Item>
              <Item onSelect={() => void actions.archiveProject(projectId, archivedAt === null)}>
                {archivedAt === null ? t('Archive') : t('Take out of the archive')}
              </Item>
              <DropdownMenu.Item className="menu-item c-red" onSelect={() => void actions.deleteProject(projectId)}>
                {t('Delete')}
              </DropdownMenu.Item>
            </>
          )}
          {shelf === 'deleted' && (
            <>
              <Item onSelect={() => void actions.restoreProject(projectId)}>{t('Take back')}</Item>
              <DropdownMenu.Item className="menu-item c-red" onSelect={onDeleteNow}>
                {t('Delete now')}
              </DropdownMenu.Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}
