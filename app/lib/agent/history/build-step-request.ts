import type { ChatMode } from '../../protocol/chat-request.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import type { PromptContext } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { StepRequest } from '../contract/ports.ts';
import type { ToolDefinition, ToolRegistry } from '../contract/tool-definition.ts';
import { offeredTools } from '../conversation/offered-tools.ts';
import { buildSystemPrompt } from '../prompts/build-system-prompt.ts';
import { runtimeCapabilities } from '../prompts/runtime-capabilities.ts';
import { isShortTool } from '../prompts/short-tools.ts';
import { printedResults } from '../results/printed-results.ts';
import { curateHistory } from './curate-history.ts';
import { refusedTools, withoutForeignParts } from './left-out-parts.ts';
import { hiddenPlan } from './prompt/hidden-plan.ts';
import { namedTools } from './prompt/named-tools.ts';
import type { PromptBasis } from './prompt/prompt-basis.ts';

export interface StepRequestInput {
  mode: ChatMode;
  modelId: string;
  /** The state in which this step is already counted. */
  state: ConversationState;
  /** All existing tools. */
  tools: ToolRegistry;
  context: PromptContext;
  /** The locks, the plan and the tools without a definition as they were frozen; if absent, those of the state. */
  basis?: Pick<PromptBasis, 'locks' | 'plan' | 'named'>;
  settings: AppSettings;
  /** The model's window is small: use the short prompt and only the most needed tools. */
  isShort?: boolean;
}

/** Builds the request of the next step. Pure: the same state gives the same bytes. */
export function buildStepRequest({
  mode,
  modelId,
  state,
  tools,
  context,
  basis,
  settings,
  isShort = false,
}: StepRequestInput): StepRequest {
  const refused = refusedTools(modelId, state.leftOut);
  const offered = offeredTools(tools.tools, mode).filter((tool) => !refused.has(tool.name) && (!isShort || isShortTool(tool)));
  const named = isShort ? new Set<string>() : (basis?.named ?? namedTools(offered, context, state));
  const messages = withoutForeignParts(printedResults(curateHistory(state, tools, settings.history.turns), tools), modelId, state);
  const system = buildSystemPrompt({
    mode,
    tools: offered,
    named,
    rules: context.rules,
    memory: context.memory ?? null,
    limits: context.limits.length > 0 ? context.limits : runtimeCapabilities('engine'),
    routines: context.routines ?? [],
    roles: context.roles ?? [],
    ...(context.delegate === undefined ? {} : { delegate: context.delegate }),
    locks: basis?.locks ?? state.lockedPaths,
    plan: basis?.plan ?? hiddenPlan(state, messages),
    compact: settings.history.turns !== null,
    short: isShort,
  });
  const toolNames = offered.map((tool) => tool.name).filter((name) => !named.has(name));
  const temperature = temperatureOf(mode, settings);
  return { modelId, mode, system, messages, toolNames, ...foreignOffers(offered), temperature, ...effortOf(modelId, settings) };
}

function foreignOffers(offered: readonly ToolDefinition[]): Pick<StepRequest, 'foreignTools'> {
  const foreignTools = offered.flatMap(({ name, description, foreign }) =>
    foreign === undefined ? [] : [{ name, description, inputSchema: foreign.inputSchema }],
  );
  return foreignTools.length === 0 ? {} : { foreignTools };
}

function effortOf(modelId: string, { efforts }: AppSettings): Pick<StepRequest, 'reasoningEffort'> {
  const reasoningEffort = new Map(Object.entries(efforts)).get(modelId);
  return reasoningEffort === undefined ? {} : { reasoningEffort };
}

/** Plan mode uses the agent's temperature. */
function temperatureOf(mode: ChatMode, { temperature }: AppSettings): number {
  return mode === 'chat' ? temperature.chat : temperature.agent;
}
