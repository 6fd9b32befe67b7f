import type { Program } from '../../abi/program.ts';
import { browserHost } from './npm-session.ts';
import { runNpm } from './run-npm.ts';

/** The program `/bin/npm`. */
export const npmProgram: Program = (context) => runNpm(context, browserHost());
