import './services-failure.css';
import { Button } from '../ui/button.tsx';
import { useReadiness } from './workbench/workbench-context.tsx';

/** The workbench's code did not load or start: nothing works then but loading the page again. */
export function ServicesFailure() {
  const readiness = useReadiness();
  if (readiness.state !== 'failed') return null;
  return (
    <div role="alert" className="services-failure">
      <p>
        <strong>The workbench could not start.</strong> {readiness.message} What you typed is kept in this tab.
      </p>
      <Button size={24} onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}
