import './services-failure.css';
import { t } from '../../lib/i18n/t.ts';
import { useOverlay } from '../page/overlay-context.tsx';
import { useReadiness } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';

/** Shown if the workbench's code did not load or start: the user can only reload the page or delete everything. */
export function ServicesFailure() {
  const readiness = useReadiness();
  const { setOverlay } = useOverlay();
  if (readiness.state !== 'failed') return null;
  return (
    <div role="alert" className="services-failure">
      <p>
        <strong>{t('The workbench could not start.')}</strong> {readiness.message} {t('What you typed is kept in this tab.')}
      </p>
      <Button size={24} onClick={() => location.reload()}>
        {t('Reload the page')}
      </Button>
      <Button size={24} variant="ghost" onClick={() => setOverlay({ type: 'forget' })}>
        {t('Delete everything…')}
      </Button>
    </div>
  );
}
