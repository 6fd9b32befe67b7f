import type { ToolRegistry } from '../agent/contract/tool-definition.ts';
import { firstRequestTokens } from '../agent/history/first-request-tokens.ts';
import type { PromptHost } from '../agent/prompts/runtime-capabilities.ts';
import { runtimeCapabilities } from '../agent/prompts/runtime-capabilities.ts';
import { modeOf } from '../protocol/models/active-model.ts';
import { $settings } from '../stores/settings.ts';
import { $firstRequest, $models } from '../stores/workbench.ts';
import type { ModelsService } from './models-service.ts';

export interface FirstRequestParts {
  models: Pick<ModelsService, 'activeModelId'>;
  tools: ToolRegistry;
  host(): PromptHost;
}

/** Keeps `$firstRequest` (the token count of a first request) in sync with the settings and the models. */
export function followFirstRequest({ models, tools, host }: FirstRequestParts): void {
  const measure = () => {
    const settings = $settings.get();
    const modelId = models.activeModelId(modeOf(settings));
    const context = { rules: [], limits: runtimeCapabilities(host()) };
    $firstRequest.set(firstRequestTokens({ modelId, tools, context, settings }));
  };
  $settings.subscribe(measure);
  $models.listen(measure);
}
