import { anthropicWire } from './wires/anthropic-wire.ts';
import { bedrockWire } from './wires/bedrock-wire.ts';
import { chatWire } from './wires/chat-wire.ts';
import { geminiWire } from './wires/gemini-wire.ts';
import { ollamaWire } from './wires/ollama-wire.ts';
import { responsesWire } from './wires/responses-wire.ts';
import type { Wire } from './wires/wire.ts';

/** A provider with one of its formats. To add a provider, add a row here. */
export interface ProviderRow {
  name: string;
  modelId: string;
  /** Returns the variables of a server whose provider is at this origin. */
  environment(origin: string): Record<string, string>;
  wire: Wire;
}

export const TEST_KEY = 'test-key-of-a-provider';
const reasoningContent = (text: string) => ({ reasoning_content: text });

export const PROVIDER_ROWS: readonly ProviderRow[] = [
  {
    name: 'Anthropic',
    modelId: 'anthropic:claude-sonnet-4-6',
    environment: (origin) => ({ ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: `${origin}/v1` }),
    wire: anthropicWire,
  },
  {
    name: 'OpenAI, Chat Completions',
    modelId: 'openai:gpt-4o',
    environment: (origin) => ({ OPENAI_API_KEY: TEST_KEY, OPENAI_BASE_URL: `${origin}/v1` }),
    wire: chatWire({ usagePlace: 'own' }),
  },
  {
    name: 'OpenAI, Responses',
    modelId: 'openai:gpt-5.6',
    environment: (origin) => ({ OPENAI_API_KEY: TEST_KEY, OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API: 'responses' }),
    wire: responsesWire,
  },
  {
    name: 'Google',
    modelId: 'google:gemini-2.5-flash',
    environment: (origin) => ({ GOOGLE_GENERATIVE_AI_API_KEY: TEST_KEY, GOOGLE_BASE_URL: `${origin}/v1beta` }),
    wire: geminiWire,
  },
  {
    name: 'OpenRouter',
    modelId: 'openrouter:anthropic/claude-sonnet-4.6',
    environment: (origin) => ({ OPENROUTER_API_KEY: TEST_KEY, OPENROUTER_BASE_URL: `${origin}/api/v1` }),
    wire: chatWire({
      reasoning: (text) => ({
        content: '',
        reasoning: text,
        reasoning_details: [{ type: 'reasoning.text', text, index: 0, format: 'unknown' }],
      }),
      usagePlace: 'own',
    }),
  },
  {
    name: 'xAI',
    modelId: 'xai:grok-4.6',
    environment: (origin) => ({ XAI_API_KEY: TEST_KEY, XAI_BASE_URL: `${origin}/v1` }),
    wire: responsesWire,
  },
  {
    name: 'Mistral',
    modelId: 'mistral:magistral-medium-latest',
    environment: (origin) => ({ MISTRAL_API_KEY: TEST_KEY, MISTRAL_BASE_URL: `${origin}/v1` }),
    wire: chatWire({
      reasoning: (text) => ({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
      usagePlace: 'last',
      usage: { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40 },
    }),
  },
  {
    name: 'DeepSeek',
    modelId: 'deepseek:deepseek-reasoner',
    environment: (origin) => ({ DEEPSEEK_API_KEY: TEST_KEY, DEEPSEEK_BASE_URL: `${origin}/v1` }),
    wire: chatWire({ reasoning: reasoningContent, usagePlace: 'last' }),
  },
  {
    name: 'Groq',
    modelId: 'groq:openai/gpt-oss-120b',
    environment: (origin) => ({ GROQ_API_KEY: TEST_KEY, GROQ_BASE_URL: `${origin}/openai/v1` }),
    wire: chatWire({ reasoning: (text) => ({ reasoning: text }), usagePlace: 'x_groq' }),
  },
  {
    name: 'Azure OpenAI, Responses',
    modelId: 'azure:gpt-5.6',
    environment: (origin) => ({ AZURE_API_KEY: TEST_KEY, AZURE_BASE_URL: `${origin}/v1`, AZURE_DEPLOYMENTS: 'gpt-5.6' }),
    wire: responsesWire,
  },
  {
    name: 'Azure OpenAI, Chat Completions',
    modelId: 'azure:gpt-4o',
    environment: (origin) => ({ AZURE_API_KEY: TEST_KEY, AZURE_BASE_URL: `${origin}/v1`, AZURE_API: 'chat', AZURE_DEPLOYMENTS: 'gpt-4o' }),
    wire: chatWire({ usagePlace: 'own' }),
  },
  {
    name: 'Amazon Bedrock',
    modelId: 'bedrock:eu.anthropic.claude-sonnet-4-6',
    environment: (origin) => ({
      BEDROCK_REGION: 'eu-central-1',
      BEDROCK_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      BEDROCK_SECRET_ACCESS_KEY: TEST_KEY,
      BEDROCK_BASE_URL: origin,
    }),
    wire: bedrockWire,
  },
  {
    name: 'Ollama',
    modelId: 'ollama:qwen3:8b',
    environment: (origin) => ({ OLLAMA_API_KEY: TEST_KEY, OLLAMA_BASE_URL: origin }),
    wire: ollamaWire,
  },
  {
    name: 'LM Studio',
    modelId: 'lm-studio:qwen3-8b',
    environment: (origin) => ({ LM_STUDIO_API_KEY: TEST_KEY, LM_STUDIO_BASE_URL: origin }),
    wire: chatWire({ reasoning: reasoningContent, usagePlace: 'own' }),
  },
  {
    name: 'an OpenAI-compatible endpoint',
    modelId: 'openai-compatible:qwen3-coder:30b',
    environment: (origin) => ({ OPENAI_COMPATIBLE_API_KEY: TEST_KEY, OPENAI_COMPATIBLE_BASE_URL: `${origin}/v1` }),
    wire: chatWire({ reasoning: reasoningContent, usagePlace: 'own' }),
  },
];
