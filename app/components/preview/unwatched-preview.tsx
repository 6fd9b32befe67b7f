import { WorkbenchProvider } from '../page/workbench-context.tsx';
import { PreviewArea } from './preview-area.tsx';

/** Starts no services: there is no user who could press the buttons that need them. */
const startNothing = () => new Promise<never>(() => undefined);

/** The preview for the page of unattended runs, which has no user and no workbench actions. */
export function UnwatchedPreview() {
  return (
    <WorkbenchProvider start={startNothing}>
      <PreviewArea />
    </WorkbenchProvider>
  );
}
