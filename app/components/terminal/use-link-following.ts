import { t } from '../../lib/i18n/t.ts';
import { $files } from '../../lib/stores/files.ts';
import { $previews } from '../../lib/stores/previews.ts';
import { openInPreview } from '../page/open-in-preview.ts';
import { showTab } from '../page/show-tab.ts';
import { useActions } from '../page/workbench-context.tsx';
import type { LinkListener } from './links/create-link-provider.ts';
import type { Note } from './terminal-note.tsx';

/**
 * Returns a function that follows links. A link within the workbench is followed at once. An external one first shows its target, because a
 * program may cover the whole screen with links; it opens directly only if its address is the visible text and Ctrl or Cmd is pressed.
 */
export function useLinkFollowing(setNote: (note: Note | null) => void): LinkListener['follow'] {
  const actions = useActions('files');
  return (target, event, isPlain) => {
    setNote(null);
    if (target.type === 'file') {
      if ($files.get().get(target.path)?.kind !== 'file')
        return setNote({ type: 'text', text: t('{path} is not there any more.', { path: target.path }) });
      showTab('code');
      void actions.openFile(target.path, target.place ?? undefined);
    } else if (target.type === 'page') {
      if ($previews.get().some(({ port }) => port === target.port)) openInPreview(target.port, target.path);
      else setNote({ type: 'text', text: t('No server of the project has opened port {port}.', { port: target.port }) });
    } else if (isPlain && (event.ctrlKey || event.metaKey)) window.open(target.url, '_blank', 'noopener,noreferrer');
    else setNote({ type: 'elsewhere', url: target.url });
  };
}
