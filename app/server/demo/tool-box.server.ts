import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';

/** The tools of this request, and the arguments that each one accepts. */
export class ToolBox {
  readonly #argumentNames = new Map<string, ReadonlySet<string>>();

  constructor(tools: LanguageModelV3CallOptions['tools']) {
    for (const tool of tools ?? []) {
      if (tool.type !== 'function') continue;
      this.#argumentNames.set(tool.name, new Set(Object.keys(tool.inputSchema.properties ?? {})));
    }
  }

  has(toolName: string): boolean {
    return this.#argumentNames.has(toolName);
  }

  takes(toolName: string, argumentName: string): boolean {
    return this.#argumentNames.get(toolName)?.has(argumentName) === true;
  }

  hasAll(toolNames: readonly string[]): boolean {
    return toolNames.every((name) => this.has(name));
  }
}
