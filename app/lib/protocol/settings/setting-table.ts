import type { Shortcuts } from '../keys/shortcuts-schema.ts';
import type { McpServer } from '../mcp/mcp.ts';
import type { LocalEndpoint } from '../models/local-endpoint.ts';
import type { ModelPrice } from '../models/model-price.ts';
import type { SavedPrompt } from '../prompts/saved-prompt.ts';
import { amount, group, model, number, oneOf, onOff, own, text, type ValuesOf } from './setting-kinds.ts';
import type { CommandRule, ReasoningEffort, Routine, ToolCodecName } from './setting-parts.ts';

const ON_A_MACHINE = {
  autoApproveFileCreation: onOff(false),
  autoApproveFileModification: onOff(false),
  autoApproveCommands: onOff(false),
  askBeforeLooking: onOff(true),
  askBeforeOwnCode: onOff(true),
  maxIterations: number(20, { least: 1, most: 200, isWhole: true }),
};
export type MachineSettings = ValuesOf<typeof ON_A_MACHINE>;

/**
 * Every setting, with its kind, its default and the files that can set it. Schemas, defaults, the settings file, a project's file and
 * the control in Settings are derived from it. The texts of a setting are in its row (`components/settings/rows`). The table contains
 * no schema, so that the first screen can show defaults without loading zod.
 */
export const SETTING_TABLE = {
  /** The five settings of the seed, with its defaults. */
  agent: group({
    enabled: onOff(true),
    autoApproveFileCreation: onOff(true, { inFiles: 'agent', stricter: false }),
    autoApproveFileModification: onOff(false, { inFiles: 'agent', stricter: false }),
    autoApproveCommands: onOff(false, { inFiles: 'agent', stricter: false }),
    maxIterations: number(25, { least: 1, most: 200, isWhole: true, inFiles: 'agent', stricter: 'lower' }),
  }),
  /** On a real machine these take the place of the agent's settings and of those below with the same names. */
  machine: group(ON_A_MACHINE),
  /** By machine id: what the user has changed there, in place of `machine`. A permission for one machine is none for another. */
  machines: own<Record<string, Partial<MachineSettings>>>({}),
  planMode: onOff(false),
  /** Read-only commands, such as `ls` or `cat` of a source file, also ask unless commands are auto-approved. */
  askBeforeLooking: onOff(false, { inFiles: 'agent', stricter: true }),
  /** Asks before running files that the agent changed in this run, except for the project's own build, test and dev scripts. */
  askBeforeOwnCode: onOff(true, { inFiles: 'agent', stricter: true }),
  /** Once a run has read a web page, actions that a general setting would allow ask again. */
  askAfterOutsideRead: onOff(true, { inFiles: 'agent' }),
  /** The URL of a web search, with `%s` for the query, or empty. Used if the model's provider has no search of its own. */
  searchEndpoint: text(2_000),
  /** If empty, the server's default model. */
  modelId: model(),
  /** Model ids. */
  models: group({
    favourites: own<string[]>([]),
    /** Newest first. */
    recent: own<string[]>([]),
    /** The models for these modes and for summarising a conversation; if empty, the chosen model. */
    chat: model(200),
    plan: model(200),
    compaction: model(200),
  }),
  /** The machine that is proposed where a project names none; empty for none. */
  connection: group({ host: text(255), user: text(100) }),
  runtimeHost: oneOf('engine', 'stackblitz', 'auto'),
  theme: oneOf('system', 'dark', 'light', 'hc'),
  /** The language of the page; `system` follows the browser's preference. */
  language: oneOf('system', 'en', 'de'),
  rules: own<CommandRule[]>([]),
  /** By mode; plan mode uses the agent's. */
  temperature: group({ agent: number(0.3, { least: 0, most: 2 }), chat: number(0.7, { least: 0, most: 2 }) }),
  history: group({
    /** The number of newest turns that are sent, for small models; null for as many as fit. */
    turns: amount({ most: 200, isWhole: true }),
    /** Summarises the middle of the conversation when the context window is full; if off, the run stops with a message. */
    autoCompact: onOff(true),
  }),
  /** The limits of a run, checked before each step; null for no limit. */
  budget: group({
    /** Input and output tokens together. */
    tokens: amount({ isWhole: true, inFiles: 'budget', stricter: 'lower' }),
    /** In US dollars; counted only if the model's price is known. */
    money: amount({ inFiles: 'budget', stricter: 'lower' }),
    minutes: amount({ inFiles: 'budget', stricter: 'lower' }),
  }),
  /** The limits of all tasks of a day together. */
  dayBudget: group({ tokens: amount({ isWhole: true }), money: amount() }),
  /** How many minutes a model may send no data before the request is aborted; the server waits at most 15. */
  silence: group({
    minutes: number(2, { least: 0.5, most: 14 }),
    /** For models that think, and while a model streams its thoughts. */
    thinkingMinutes: number(10, { least: 0.5, most: 14 }),
  }),
  /** Takes over for the rest of a run if the chosen model keeps failing; empty for none. */
  fallbackModelId: model(),
  /** By model id; models that are not listed use `native`. */
  codecs: own<Record<string, ToolCodecName>>({}),
  /** How much a model thinks, by model id; models that are not listed use the provider's default. */
  efforts: own<Record<string, ReasoningEffort>>({}),
  /** By model id. */
  prices: own<Record<string, ModelPrice>>({}),
  /** In tokens, by model id, for models whose provider does not report it. */
  contextWindows: own<Record<string, number>>({}),
  /** The user's own routines, in addition to the project's. */
  routines: own<Routine[]>([]),
  /** The user's saved texts for messages. */
  prompts: own<SavedPrompt[]>([]),
  /** MCP servers; their secrets are stored elsewhere. */
  mcpServers: own<McpServer[]>([]),
  /** Model servers that this browser calls directly. */
  localEndpoints: own<LocalEndpoint[]>([]),
  /** Whether the app may look for model servers on this computer; it sends no request there before the user allows it. */
  localLook: oneOf('not-asked', 'allowed', 'declined'),
  shortcuts: own<Shortcuts>({}),
  /** How the user is alerted, besides the page's title, if the agent needs them while the page is hidden. */
  attention: group({
    sound: onOff(false),
    /** A system notification; turning it on asks for the browser's permission. */
    notification: onOff(false),
    /** Whether the notification names the chat, which others might see on the screen. */
    chatTitle: onOff(true),
  }),
  /** Whether the first screen offers the tour. */
  tour: oneOf('new', 'done'),
};

export type SettingTable = typeof SETTING_TABLE;
export type AppSettings = ValuesOf<SettingTable>;
