import type { AppSettings, CommandRule } from '../../protocol/settings.ts';
import { type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ApprovalRequest, Verdict } from '../../protocol/tool-call.ts';
import type { MadeFiles } from '../contract/made-files.ts';

export interface PolicyContext {
  settings: AppSettings;
  chatId: string;
  /** Absolute path of the project in the runtime. */
  projectRoot: string;
  /** The agent has changed the scripts of package.json since the session was opened: what `npm run x` means is new. */
  hasChangedScripts: boolean;
  /** What the user has locked: a command that may change it asks, whatever the settings and rules. */
  lockedPaths?: readonly string[];
  /**
   * The host itself keeps what runs unasked from reading secret files and from writing protected ones, whatever the words of the command were.
   * Without such a wall a command that goes through every file of a folder, hidden ones too, asks.
   */
  hasFileWall?: boolean;
  /** Set: executing one of these asks (a setting). Absent: it makes no difference who wrote a file. */
  made?: MadeFiles;
  /** Files of instructions for agents whose change the user has approved in this run: a further one of the same file is like any other. */
  approvedInstructions?: ReadonlySet<string>;
  /** Set: files were changed in this run that a script may load, so that none gets the project's keys unasked. `secretFiles`: which there are. */
  withheld?: { secretFiles: readonly string[] };
  /** This run has read from the web, and the user wants to be asked after that. */
  hasReadOutside?: boolean;
  /** A sub-agent's: the globs of what it may write; null: it is the agent's own, or only reads. */
  scope?: readonly string[] | null;
  /** It is a hook, which a file of the project names: what only a general setting lets pass asks. */
  isHook?: boolean;
  /** Rules can expire. Milliseconds since 1970. */
  now: number;
}

export type PolicyPart = ApprovalRequest['parts'][number];

export interface PolicyDecision {
  verdict: Verdict;
  /** In an English sentence: which rule, guard or setting decided. */
  why: string;
  /** The same for the page, which says it in the user's language. */
  reason: Reason;
  parts: readonly PolicyPart[];
  /** The allow rules without which it would ask. */
  rules?: readonly CommandRule[];
}

/** A part as it is judged: its reason is put into words only once all is decided. */
export interface JudgedPart extends Omit<PolicyPart, 'why' | 'reason'> {
  why: Reason;
}

export interface Judgement extends Pick<PolicyDecision, 'verdict' | 'rules'> {
  why: Reason;
  parts: readonly JudgedPart[];
}

/** In words, beside the reasons that they are made of. */
export function inWords({ why, parts, ...judgement }: Judgement): PolicyDecision {
  return {
    ...judgement,
    why: reasonText(why),
    reason: why,
    parts: parts.map((part) => ({ ...part, why: reasonText(part.why), reason: part.why })),
  };
}

/** A judgement of the whole, by a guard where nothing else is said. */
export function single(verdict: Verdict, why: Reason, text: string, by: PolicyPart['by'] = 'guard'): Judgement {
  return { verdict, why, parts: [{ text, verdict, why, by }] };
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { auto: 0, ask: 1, block: 2 };

/** The judgement of several parts: that of the strictest, in whose words. */
export function strictest(parts: readonly JudgedPart[], whyNone: Reason): Judgement {
  let worst: JudgedPart | null = null;
  for (const part of parts) if (worst === null || STRICTNESS[part.verdict] > STRICTNESS[worst.verdict]) worst = part;
  return { verdict: worst?.verdict ?? 'auto', why: worst?.why ?? whyNone, parts };
}
