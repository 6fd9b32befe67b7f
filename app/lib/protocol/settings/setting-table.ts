import type { Shortcuts } from '../keys/shortcuts-schema.ts';
import type { McpServer } from '../mcp/mcp.ts';
import type { LocalEndpoint } from '../models/local-endpoint.ts';
import type { ModelPrice } from '../models/model-price.ts';
import type { SavedPrompt } from '../prompts/saved-prompt.ts';
import { amount, group, model, number, oneOf, onOff, own, text, type ValuesOf } from './setting-kinds.ts';
import type { CommandRule, ReasoningEffort, Routine, ToolCodecName } from './setting-parts.ts';

/**
 * Every setting once: its kind, its default, and which files can say it. Schemas, defaults, the settings file, a project's file and the
 * control in Settings follow from this. A setting's words are in its row (`components/settings/rows`). It holds no schema, so that the
 * first screen can show defaults without loading zod.
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
  planMode: onOff(false),
  /** Commands that only look, such as `ls` and `cat` of a source file, ask like any other where commands are not auto-approved. */
  askBeforeLooking: onOff(false, { inFiles: 'agent', stricter: true }),
  /** Running files that the agent has changed in this run asks, except for the project's own build, test and dev scripts. */
  askBeforeOwnCode: onOff(true, { inFiles: 'agent', stricter: true }),
  /** After a page of the web was read in a run, what a general setting would let pass asks again. */
  askAfterOutsideRead: onOff(true, { inFiles: 'agent' }),
  /** Address of a search, with `%s` for the words; empty: none. Used where the model's provider has no search of its own. */
  searchEndpoint: text(2_000),
  /** Empty: the server's default model. */
  modelId: model(),
  /** Ids of models. */
  models: group({
    favourites: own<string[]>([]),
    /** The newest first. */
    recent: own<string[]>([]),
    /** Who answers in these modes, and who sums a conversation up; empty: the chosen model. */
    chat: model(200),
    plan: model(200),
    compaction: model(200),
  }),
  runtimeHost: oneOf('engine', 'stackblitz', 'auto'),
  theme: oneOf('system', 'dark', 'light', 'hc'),
  /** The language of the page; `system` takes the browser's preference. */
  language: oneOf('system', 'en', 'de'),
  rules: own<CommandRule[]>([]),
  /** By mode; plan mode takes the agent's. */
  temperature: group({ agent: number(0.3, { least: 0, most: 2 }), chat: number(0.7, { least: 0, most: 2 }) }),
  history: group({
    /** Only so many of the newest turns are sent, for small models; null: all that fits. */
    turns: amount({ most: 200, isWhole: true }),
    /** Summarises the middle when the window is short; off means that the run stops and says so. */
    autoCompact: onOff(true),
  }),
  /** Per run; null: no limit. Checked before each step. */
  budget: group({
    /** Input and output together. */
    tokens: amount({ isWhole: true, inFiles: 'budget', stricter: 'lower' }),
    /** US dollars; counted only where the model's price is known. */
    money: amount({ inFiles: 'budget', stricter: 'lower' }),
    minutes: amount({ inFiles: 'budget', stricter: 'lower' }),
  }),
  /** Of all tasks of a day together. */
  dayBudget: group({ tokens: amount({ isWhole: true }), money: amount() }),
  /** How long a model may send no data before its answer is ended; the server waits no longer than 15. Minutes. */
  silence: group({
    minutes: number(2, { least: 0.5, most: 14 }),
    /** Of models that think, and while one thinks aloud. */
    thinkingMinutes: number(10, { least: 0.5, most: 14 }),
  }),
  /** Takes over for the rest of a run when the chosen model keeps failing; empty: none. */
  fallbackModelId: model(),
  /** By model id; a model that is not named here uses `native`. */
  codecs: own<Record<string, ToolCodecName>>({}),
  /** How much a model thinks, by model id; one that is not named thinks as much as its provider lets it. */
  efforts: own<Record<string, ReasoningEffort>>({}),
  /** By model id. */
  prices: own<Record<string, ModelPrice>>({}),
  /** Tokens, by model id, where the provider does not tell. */
  contextWindows: own<Record<string, number>>({}),
  /** The user's own, in addition to those of the project. */
  routines: own<Routine[]>([]),
  /** The user's own texts for messages. */
  prompts: own<SavedPrompt[]>([]),
  /** Servers of tools; what is secret of them is kept elsewhere. */
  mcpServers: own<McpServer[]>([]),
  /** Servers of models that this browser asks. */
  localEndpoints: own<LocalEndpoint[]>([]),
  /** Whether they may be looked for on this computer; nothing there is asked before the user has said so. */
  localLook: oneOf('not-asked', 'allowed', 'declined'),
  shortcuts: own<Shortcuts>({}),
  /** How the user is called while the page is hidden and the agent needs them, besides the page's title. */
  attention: group({
    sound: onOff(false),
    /** Of the system; the browser's permission is asked for when the user turns it on. */
    notification: onOff(false),
    /** The notification names the chat: others may see the screen. */
    chatTitle: onOff(true),
  }),
  /** Whether the first screen offers the tour. */
  tour: oneOf('new', 'done'),
};

export type SettingTable = typeof SETTING_TABLE;
export type AppSettings = ValuesOf<SettingTable>;
