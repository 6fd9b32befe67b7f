import type { Program } from '../../abi/program.ts';
import { browserHost } from './npm-session.ts';
import { runNpx } from './run-npm.ts';

/** The program `/bin/npx`: like `npm exec`, but options before the command belong to npx and those after it to the command. */
export const npxProgram: Program = (context) => runNpx(context, browserHost());
