import type { HookWhen } from '../../protocol/settings.ts';

/** What a journal says of the project's hooks. */
export interface HookState {
  /** The calls that are hooks: no model has made them. */
  calls: ReadonlyMap<string, HookWhen>;
  /** Questions that the user has said yes to in this chat: the same one is not put again. */
  approved: ReadonlySet<string>;
  /** Commands that the user has denied as hooks in this chat. */
  denied: ReadonlySet<string>;
  /** How often hooks were run before the end of this run. */
  rounds: number;
}

export const NO_HOOKS: HookState = { calls: new Map(), approved: new Set(), denied: new Set(), rounds: 0 };
