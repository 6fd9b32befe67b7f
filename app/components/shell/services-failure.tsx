import './services-failure.css';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { useReadiness } from './workbench/workbench-context.tsx';

/** The workbench's code did not load or start: nothing works then but loading the page again. */
export function ServicesFailure() {
  const readiness = useReadiness();
  if (readiness.state !== 'failed') return null;
  return (
    <div role="alert" className="services-failure">
      <p>
        <strong>{t('The workbench could not start.')}</strong> {readiness.message} {t('What you typed is kept in this tab.')}
      </p>
      <Button size={24} onClick={() => location.reload()}>
        {t('Reload the page')}
      </Button>
    </div>
  );
}
