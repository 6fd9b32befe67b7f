import { WorkbenchProvider } from '../page/workbench-context.tsx';
import { PreviewArea } from './preview-area.tsx';

/** No services start here: nobody presses the buttons that would need them. */
const startNothing = () => new Promise<never>(() => undefined);

/** The preview where no user is: its parts ask for the workbench's actions, of which the page of unattended runs has none. */
export function UnwatchedPreview() {
  return (
    <WorkbenchProvider start={startNothing}>
      <PreviewArea />
    </WorkbenchProvider>
  );
}
