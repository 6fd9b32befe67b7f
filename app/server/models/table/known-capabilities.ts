import type { ModelInfo } from '../../../lib/protocol/models/models.ts';

type Capabilities = Pick<ModelInfo, 'callsTools' | 'seesImages' | 'reasons'>;

const ALL: Capabilities = { callsTools: true, seesImages: true, reasons: true };
const WITHOUT_THOUGHT: Capabilities = { callsTools: true, seesImages: true, reasons: false };
const TEXT_ONLY: Capabilities = { callsTools: true, seesImages: false, reasons: false };

/**
 * Capabilities that makers document for whole families of models, but that neither their lists nor the price table contain. Keyed by the
 * table's providers; the first match counts. Families that are missing here are unknown, because nothing is guessed from a name alone.
 */
const FAMILIES: readonly { providers: readonly string[]; name: RegExp; can: Capabilities }[] = [
  { providers: ['openai', 'azure'], name: /^o1-(?:mini|preview)/, can: { callsTools: false, seesImages: false, reasons: true } },
  { providers: ['openai', 'azure'], name: /^o3-mini/, can: { callsTools: true, seesImages: false, reasons: true } },
  { providers: ['openai', 'azure'], name: /^o\d/, can: ALL },
  { providers: ['openai', 'azure'], name: /^(?:chatgpt-|gpt-\d[\d.]*-chat)/, can: { seesImages: true, reasons: false } },
  { providers: ['openai', 'azure'], name: /^gpt-[5-9]/, can: ALL },
  { providers: ['openai', 'azure'], name: /^gpt-4(?:o|\.1|-turbo)/, can: WITHOUT_THOUGHT },
  { providers: ['openai', 'azure'], name: /^gpt-(?:4|3\.5)/, can: TEXT_ONLY },
  { providers: ['anthropic', 'aws'], name: /claude-3[-.]5-haiku/, can: { callsTools: true, reasons: false } },
  { providers: ['anthropic', 'aws'], name: /claude-3[-.]7/, can: ALL },
  { providers: ['anthropic', 'aws'], name: /claude-3/, can: WITHOUT_THOUGHT },
  { providers: ['anthropic', 'aws'], name: /claude-(?:[a-z]+-)?[4-9]/, can: ALL },
  { providers: ['google'], name: /^gemini-(?:2\.5|[3-9])/, can: ALL },
  { providers: ['google'], name: /^gemini-(?:1\.5|2\.0)/, can: WITHOUT_THOUGHT },
  { providers: ['deepseek'], name: /^deepseek-chat/, can: TEXT_ONLY },
  { providers: ['deepseek'], name: /^deepseek-reasoner/, can: { seesImages: false, reasons: true } },
];

/** Returns the known capabilities; an absent field is unknown. */
export function knownCapabilities(tableProvider: string, modelName: string): Capabilities {
  const name = modelName.toLowerCase();
  return FAMILIES.find((family) => family.providers.includes(tableProvider) && family.name.test(name))?.can ?? {};
}
