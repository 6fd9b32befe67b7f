import type { Program } from '../../abi/program.ts';
import { browserHost } from './npm-session.ts';
import { runNpx } from './run-npm.ts';

/** `/bin/npx`: `npm exec` with the options before the command being npx's and those after it the command's. */
export const npxProgram: Program = (context) => runNpx(context, browserHost());
