import type { Figure } from '../bench-context.ts';
import { compareCommand } from '../compare-command.ts';
import { openReactProject } from '../open-react-project.ts';

/** Measures `tsc --noEmit` on the react-ts fixture. */
export const tscFigure: Figure = {
  name: 'tsc',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const page = await openReactProject(context);
    const figures = await compareCommand({ label: 'tsc', command: 'tsc', args: ['--noEmit'], page, folder, rounds: 5 });
    await page.context().close();
    return figures;
  },
};
