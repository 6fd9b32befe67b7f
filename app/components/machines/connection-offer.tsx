import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { connectionTarget } from '../../lib/protocol/machines/connection.ts';
import { $declinedConnection, $projectConfig } from '../../lib/stores/project-config.ts';
import { $place } from '../../lib/stores/workbench.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Shown for a project of this browser whose file names a machine: offers to work there. Nothing connects by itself. */
export function ConnectionOffer() {
  const { setOverlay } = useOverlay();
  const { config } = useStore($projectConfig);
  const place = useStore($place);
  const declined = useStore($declinedConnection);
  const target = config.connection === null ? null : connectionTarget(config.connection);
  if (place !== null || target === null || target === declined) return null;
  return (
    <section
      aria-label={t('Machine of the project')}
      className="text-note flex items-center gap-8px mb-4px py-6px px-10px rounded-2 bg-raised"
    >
      <Icon name="i-lucide-server" className="c-text-2" />
      <p className="flex-1 min-w-0 wrap-anywhere">
        {t('This project names a machine to work on: {target}. It is in this browser now.', { target })}
      </p>
      <Button size={24} onClick={() => setOverlay({ type: 'machine', link: null, target })}>
        {t('Work there…')}
      </Button>
      <Button size={24} variant="ghost" onClick={() => $declinedConnection.set(target)}>
        {t('Not now')}
      </Button>
    </section>
  );
}
