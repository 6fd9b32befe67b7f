import type { Program, ProgramName } from './program.ts';

/** Each program is loaded only in the worker that runs it. Export name = file name. */
export const programList: Record<ProgramName, () => Promise<Program>> = {
  node: async () => (await import('./node/node-program.ts')).nodeProgram,
  jsh: async () => (await import('../shell/jsh-program.ts')).jshProgram,
  coreutils: async () => (await import('../shell/coreutils-program.ts')).coreutilsProgram,
  npm: async () => (await import('../npm/npm-program.ts')).npmProgram,
  npx: async () => (await import('../npm/npx-program.ts')).npxProgram,
};
