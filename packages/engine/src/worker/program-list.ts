import type { Program, ProgramName } from '../abi/program.ts';

/** Each program is loaded only in the worker that runs it. Export name = file name. */
export const programList: Record<ProgramName, () => Promise<Program>> = {
  node: async () => (await import('../programs/node/node-program.ts')).nodeProgram,
  jsh: async () => (await import('../programs/shell/jsh-program.ts')).jshProgram,
  coreutils: async () => (await import('../programs/shell/coreutils-program.ts')).coreutilsProgram,
  npm: async () => (await import('../programs/npm/npm-program.ts')).npmProgram,
  npx: async () => (await import('../programs/npm/npx-program.ts')).npxProgram,
};
