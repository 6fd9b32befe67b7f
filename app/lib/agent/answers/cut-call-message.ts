import { TOOL_NAMES } from '../../protocol/tool-names.ts';

/** The model's message for a call that the answer's length limit cut off. */
export const CUT_CALL_MESSAGE = `The answer reached its length limit before this call was complete, so nothing of it was done. Do it in smaller pieces: write a shorter file, or change a file with several ${TOOL_NAMES.editFile} calls.`;
