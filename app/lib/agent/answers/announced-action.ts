import {
  ANNOUNCING,
  ASKS_FOR_ANSWER,
  CHANGE_WORDS,
  CLAIM,
  LATER,
  LIKELY,
  SHELL_FENCE,
  STRICT_CHANGE_WORDS,
  TAKES_TIME,
  WAIT_AT_END,
  WAITS_WHILE,
  WANTS_TEXT,
} from './announcing-words.ts';

/**
 * How the end of an answer announces an action: `clear` if it says so in the first person and the future tense; `likely` if only the open
 * work makes it an announcement.
 */
export type Announcement = 'clear' | 'likely' | null;

const FENCE = /\n?[ \t]*(?:```|~~~)([\w-]*)[^\n]*\n[\s\S]*?\n[ \t]*(?:```|~~~)\s*$/;
/** In characters. Earlier text cannot be the end of an answer. */
const LONGEST_END = 8_000;
const LONGEST_SENTENCE = 600;
/** Sentences that ask the user to wait, one after the other. */
const MOST_WAITS = 3;
/** A colon ends a sentence only at the end of a line. */
const SENTENCE_END = /(?<=[.!?…]['"”»)*_`]{0,3})\s+|(?<=[。！？])/u;
const LIST_MARK = /^(?:[-*+•]|\d{1,2}[.)])\s+|^#{1,6}\s+/;
const ASKS = /[?？؟]['"”»)*_`]{0,3}$/u;

/** Reads only the last sentence: an earlier announcement was followed by its own report. */
export function announcementIn(answer: string): Announcement {
  const { words, fence } = endOf(answer);
  if (words === '') return fence !== null && SHELL_FENCE.test(fence) ? 'likely' : null;
  const spoken = withoutWait(words);
  if (spoken === '') return TAKES_TIME.test(words) ? null : 'clear';
  const last = lastSentence(spoken);
  if (WAITS_WHILE.test(last)) return 'clear';
  if (last === '' || asksUser(answer) || LATER.test(last)) return null;
  if (ANNOUNCING.some((pattern) => pattern.test(last))) return 'clear';
  // The words introduce the fenced text, so they announce nothing else.
  if (fence !== null) return null;
  return LIKELY.some((pattern) => pattern.test(last)) ? 'likely' : null;
}

/** Returns true if the answer leaves it to the user to continue: its last paragraph asks something, or says what the model waits for. */
export function asksUser(answer: string): boolean {
  const words = withoutWait(endOf(answer).words);
  const lines = words.slice(words.lastIndexOf('\n\n') + 1).split('\n');
  const sentences = lines.flatMap((line) =>
    line
      .replaceAll(/`[^`]*`/g, '`')
      .trim()
      .split(SENTENCE_END),
  );
  return sentences.some((sentence) => ASKS.test(sentence.trim())) || leavesToUser(lastSentence(words));
}

/** Returns true if the answer claims that the model has changed something. */
export function claimsWork(answer: string): boolean {
  return CLAIM.test(answer.slice(0, LONGEST_END).replaceAll('’', "'"));
}

/** Returns true if the user's message asks for an action and not only for an answer. */
export function asksForWork(message: string): boolean {
  return asksFor(message, CHANGE_WORDS);
}

/** Returns true if the user's message asks for an action that is not done by looking, and whose result is not a text. */
export function asksForChange(message: string): boolean {
  return !WANTS_TEXT.test(message) && asksFor(message, STRICT_CHANGE_WORDS);
}

function asksFor(message: string, words: RegExp): boolean {
  if (ASKS.test(message.trim())) return false;
  const sentences = message.split('\n').flatMap((line) => line.trim().split(SENTENCE_END));
  return sentences.some((sentence) => words.test(sentence) && !ASKS.test(sentence) && !ASKS_FOR_ANSWER.test(sentence.trim()));
}

/** Removes the words at the end that only ask the user to wait. */
function withoutWait(words: string): string {
  let rest = words;
  for (let times = 0; times < MOST_WAITS && WAIT_AT_END.test(rest); times++) rest = rest.replace(WAIT_AT_END, '').trim();
  return rest;
}

function leavesToUser(sentence: string): boolean {
  return LATER.test(sentence) && !WAITS_WHILE.test(sentence);
}

/** Returns the end of an answer. A final code fence belongs to the words before it; only its language is returned. */
function endOf(answer: string): { words: string; fence: string | null } {
  const text = answer.trim().slice(-LONGEST_END);
  const fence = FENCE.exec(text);
  return fence === null ? { words: text, fence: null } : { words: text.slice(0, fence.index).trim(), fence: fence[1] ?? '' };
}

function lastSentence(words: string): string {
  const line = words.slice(words.lastIndexOf('\n') + 1).trim();
  // Quotations and table rows are not spoken in the first person.
  if (/^[>|]/.test(line)) return '';
  const sentences = line.replace(LIST_MARK, '').split(SENTENCE_END);
  const last = sentences.findLast((sentence) => /\p{L}/u.test(sentence)) ?? '';
  return last
    .slice(-LONGEST_SENTENCE)
    .replaceAll(/[*_]{1,3}|^[[(]+|[\])]+$/g, '')
    .replaceAll('’', "'")
    .trim();
}
