import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chats } from '../../lib/stores/chat.ts';
import { $connections } from '../../lib/stores/connections.ts';
import { $offlineCopy } from '../../lib/stores/offline/offline-copy.ts';
import { $projects } from '../../lib/stores/projects.ts';
import { $storageUse } from '../../lib/stores/storage.ts';
import { useReadiness, useWorkbenchActions } from '../page/workbench-context.tsx';

/** Returns a list of everything that is kept in this browser, with sizes if they are known. */
export function useKeptList(): readonly string[] {
  const { storage, connections } = useWorkbenchActions();
  const isReady = useReadiness().state === 'ready';
  const use = useStore($storageUse);
  const projects = useStore($projects).length;
  const chats = useStore($chats).length;
  const copy = useStore($offlineCopy);
  const entered = useStore($connections);
  useEffect(() => {
    if (!isReady) return;
    void storage.measureStorage();
    void connections.refreshConnections();
  }, [isReady, storage, connections]);

  const own = entered.state === 'ready' ? entered.connections.filter(({ owner }) => owner === 'user').length : null;
  const bytes = use === null ? null : use.chats + use.files + use.versions;
  return [
    isReady
      ? withSize(
          t('{projects} and {chats}, with their files, checkpoints, approvals and images', {
            projects: plural(projects, { one: '{count} project', other: '{count} projects' }),
            chats: plural(chats, { one: '{count} chat', other: '{count} chats' }),
          }),
          bytes,
        )
      : t('all projects and chats, with their files, checkpoints, approvals and images, also those that cannot be read'),
    own === null || own === 0
      ? t('keys that you entered for models and servers, and sign-ins')
      : plural(own, {
          one: '{count} connection to models with its keys, keys of MCP servers, and sign-ins',
          other: '{count} connections to models with their keys, keys of MCP servers, and sign-ins',
        }),
    t('settings, rules, prompts, what models have cost, and drafts'),
    withSize(t('the offline copy, other caches and service workers'), copy.status === 'ready' ? copy.bytes : null),
    t('what previewed apps have kept in this browser'),
  ];
}

/** Bytes; a smaller size would be shown as 0 MB. */
const SMALLEST_SAID = 50_000;

function withSize(text: string, bytes: number | null): string {
  return bytes === null || bytes < SMALLEST_SAID
    ? text
    : t('{what} ({size} MB)', { what: text, size: numberText(bytes / 1_000_000, { maximumFractionDigits: 1 }) });
}
