import type { HookWhen } from '../../protocol/settings.ts';

/** The state of the project's hooks, according to a journal. */
export interface HookState {
  /** The calls that are hooks, which no model has made. */
  calls: ReadonlyMap<string, HookWhen>;
  /** Questions that the user has approved in this chat; they are not asked again. */
  approved: ReadonlySet<string>;
  /** Commands that the user has denied as hooks in this chat. */
  denied: ReadonlySet<string>;
  /** How often hooks have run before the end of this run. */
  rounds: number;
}

export const NO_HOOKS: HookState = { calls: new Map(), approved: new Set(), denied: new Set(), rounds: 0 };
