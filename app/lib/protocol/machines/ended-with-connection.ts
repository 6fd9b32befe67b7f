/** The sentence in results of a command that was cut off with its machine, which distinguishes it from one that failed. In English, for the model. */
const SAID = 'It ended with the connection to the machine';

/** The exit code of a command whose end nobody has seen, as ssh gives it. */
export const LOST_EXIT_CODE = 255;

/** The line below what a command had printed. */
export const CUT_OFF_NOTE = `[${SAID}; whether it had finished is not known.]`;

/** Why a call that waited for the machine failed. `reason` is the bridge's. */
export function cutOffMessage(reason: string): string {
  return `${SAID}: ${reason}`;
}

/** Whether a failed call's message says so. */
export function isCutOffMessage(message: string): boolean {
  return message.startsWith(SAID);
}

/** Whether a command's exit code and output say so. */
export function isCutOffOutput(exitCode: number | null, output: string): boolean {
  return exitCode === LOST_EXIT_CODE && output.trimEnd().endsWith(CUT_OFF_NOTE);
}
