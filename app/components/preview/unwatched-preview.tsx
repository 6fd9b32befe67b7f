import { WorkbenchProvider } from '../shell/workbench/workbench-context.tsx';
import { PreviewArea } from './preview-area.tsx';

/** What the preview's buttons would do waits for services that never come: nobody presses them. */
const startNothing = () => new Promise<never>(() => undefined);

/** The preview where no user is: its parts ask for the workbench's actions, of which the page of unattended runs has none. */
export function UnwatchedPreview() {
  return (
    <WorkbenchProvider start={startNothing}>
      <PreviewArea />
    </WorkbenchProvider>
  );
}
