/** Longer waits named by a provider are not believed. In seconds. */
const LONGEST = 24 * 60 * 60;

/**
 * Seconds after which the provider allows a retry; null if it names no time. Read from its headers, Gemini's `retryDelay`, and
 * the sentence used by OpenAI, Groq and others: "Please try again in 1m26.4s".
 */
export function waitNamed(headers: Headers, text: string, now: number): number | null {
  const seconds = byHeaders(headers, now) ?? byText(text);
  return seconds === null || Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), LONGEST);
}

function byHeaders(headers: Headers, now: number): number | null {
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds) / 1_000;
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : (date - now) / 1_000;
}

function byText(text: string): number | null {
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(text);
  if (delay !== null) return Number(delay[1]);
  const said = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|h|m|s|hours?|minutes?|seconds?)(?:\s|and)*)+)/i.exec(text);
  return said === null ? null : durationIn(said[1] ?? '');
}

function durationIn(text: string): number {
  let seconds = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|h|m|s)/gi)) {
    seconds += Number(amount) * ({ ms: 0.001, s: 1, m: 60, h: 3_600 }[unit.toLowerCase()] ?? 0);
  }
  return seconds;
}
