import type { AppSettings, CommandRule } from '../../protocol/settings.ts';
import { type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ApprovalRequest, Verdict } from '../../protocol/tool-call.ts';
import type { RealMachine } from '../../runtime/types.ts';
import type { MadeFiles } from '../contract/made-files.ts';

export interface PolicyContext {
  settings: AppSettings;
  chatId: string;
  /** Absolute path of the project in the runtime. */
  projectRoot: string;
  /** The agent has changed the scripts of package.json since the session was opened, so that `npm run x` may mean something new. */
  hasChangedScripts: boolean;
  /** Paths that the user has locked: a command that may change one asks, whatever the settings and rules. */
  lockedPaths?: readonly string[];
  /**
   * The host itself keeps unapproved commands from reading secret files and writing protected ones, whatever their arguments. Without such
   * a wall, a command that goes through every file of a folder, including hidden ones, asks.
   */
  hasFileWall?: boolean;
  /** Set by a setting: executing one of these files asks. If absent, it does not matter who wrote a file. */
  made?: MadeFiles;
  /** Agent instruction files whose change the user has approved in this run; further changes of the same file are ordinary. */
  approvedInstructions?: ReadonlySet<string>;
  /**
   * Set if files that a script may load were changed in this run, so that no script gets keys unasked. `secretFiles` are the existing ones.
   */
  withheld?: { secretFiles: readonly string[] };
  /** This run has read from the web, and the user wants to be asked after that. */
  hasReadOutside?: boolean;
  /** Globs of the paths that a sub-agent may write; null for the agent itself and for read-only sub-agents. */
  scope?: readonly string[] | null;
  /** The command is a hook from a file of the project: it asks if only a general setting allows it. */
  isHook?: boolean;
  /** The real machine on which commands run; absent or null in the browser, where nothing outside the project can be harmed. */
  machine?: RealMachine | null;
  /** Milliseconds since 1970, for rules that expire. */
  now: number;
}

export type PolicyPart = ApprovalRequest['parts'][number];

export interface PolicyDecision {
  verdict: Verdict;
  /** An English sentence: which rule, guard or setting decided. */
  why: string;
  /** The same reason in the form that the page translates into the user's language. */
  reason: Reason;
  parts: readonly PolicyPart[];
  /** The allow rules without which it would ask. */
  rules?: readonly CommandRule[];
}

/** A judged part whose reason is turned into text only after the whole decision. */
export interface JudgedPart extends Omit<PolicyPart, 'why' | 'reason'> {
  why: Reason;
}

export interface Judgement extends Pick<PolicyDecision, 'verdict' | 'rules'> {
  why: Reason;
  parts: readonly JudgedPart[];
}

/** Adds the English sentences to the reasons. */
export function inWords({ why, parts, ...judgement }: Judgement): PolicyDecision {
  return {
    ...judgement,
    why: reasonText(why),
    reason: why,
    parts: parts.map((part) => ({ ...part, why: reasonText(part.why), reason: part.why })),
  };
}

/** Returns a judgement of the whole, by default from a guard. */
export function single(verdict: Verdict, why: Reason, text: string, by: PolicyPart['by'] = 'guard'): Judgement {
  return { verdict, why, parts: [{ text, verdict, why, by }] };
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { auto: 0, ask: 1, block: 2 };

/** Returns the verdict and reason of the strictest part. */
export function strictest(parts: readonly JudgedPart[], whyNone: Reason): Judgement {
  let worst: JudgedPart | null = null;
  for (const part of parts) if (worst === null || STRICTNESS[part.verdict] > STRICTNESS[worst.verdict]) worst = part;
  return { verdict: worst?.verdict ?? 'auto', why: worst?.why ?? whyNone, parts };
}
