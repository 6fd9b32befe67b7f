import { iterationWarning } from '../agent/prompts/build-system-prompt.ts';
import { ROLE, WORK, WORK_COMPACT } from '../agent/prompts/prompt-texts.ts';
import { runtimeCapabilities } from '../agent/prompts/runtime-capabilities.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';

export { iterationWarning } from '../agent/prompts/build-system-prompt.ts';

/** The prompts under the seed's names; the builder adds the tools' names. */
export const AGENT_SYSTEM_PROMPT: string = `${ROLE}\n\n${WORK}`;
export const AGENT_SYSTEM_PROMPT_COMPACT: string = `${ROLE}\n\n${WORK_COMPACT}`;
/** Returns the seed's whole prompt for a project at `cwd`. */
export function AGENT_MODE_FULL_SYSTEM_PROMPT(cwd = '/home/project'): string {
  const limits = runtimeCapabilities('engine')
    .map((limit) => `- ${limit}`)
    .join('\n');
  return `${AGENT_SYSTEM_PROMPT}\n\nThe project's root is ${cwd}; paths are relative to it.\n\nLimits of this runtime:\n${limits}`;
}
export const AGENT_ERROR_CONTEXT_PROMPT: string = `There are errors in the project. Read them with ${TOOL_NAMES.getErrors} (source "all"), find the cause, correct it, and check again.`;
export const AGENT_ITERATION_WARNING_PROMPT: string =
  'Only a few steps of this run are left. Finish what matters most, or say what is left to do.';

export interface AgentSystemPromptOptions {
  compact?: boolean;
  hasErrors?: boolean;
  nearIterationLimit?: boolean;
  iteration?: number;
  maxIterations?: number;
}

/** The seed's function: returns the prompt without a project's tools, rules and limits. */
export function getAgentSystemPrompt(options: AgentSystemPromptOptions = {}): string {
  const sections = [options.compact === true ? AGENT_SYSTEM_PROMPT_COMPACT : AGENT_SYSTEM_PROMPT];
  if (options.hasErrors === true) sections.push(AGENT_ERROR_CONTEXT_PROMPT);
  if (options.nearIterationLimit === true) {
    const { iteration, maxIterations } = options;
    const remaining = iteration === undefined || maxIterations === undefined ? null : Math.max(1, maxIterations - iteration);
    sections.push(remaining === null ? AGENT_ITERATION_WARNING_PROMPT : iterationWarning(remaining));
  }
  return sections.join('\n\n');
}
