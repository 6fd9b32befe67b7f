import { canonicalJson } from '../agent/calls/canonical-json.ts';
import type { Hasher } from '../agent/contract/ports.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import { jsonValueSchema } from '../protocol/json-value.ts';
import type { JsonValue } from '../protocol/message.ts';

/**
 * The chat's approvals: each request, its answer and its outcome as one line of JSON, in order. Each `hash` covers its line and
 * the previous hash, so that changed, removed or inserted lines are detected. Anyone with the file could recompute all hashes:
 * they prove that a log is complete, not who wrote it.
 */
export async function approvalReceipts(records: readonly JournalRecord[], hasher: Hasher): Promise<string> {
  let previous = '';
  const lines: string[] = [];
  for (const receipt of receiptsOf(records)) {
    const text = canonicalJson({ ...receipt, previous });
    previous = await hasher.hash(new TextEncoder().encode(text));
    lines.push(canonicalJson({ ...receipt, previous: previousOf(lines), hash: previous }));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** The number of the first line whose hash does not match; null if all match. */
export async function brokenReceipt(text: string, hasher: Hasher): Promise<number | null> {
  let before = '';
  for (const [index, line] of text.split('\n').filter(Boolean).entries()) {
    // Our own format: an object of JSON values.
    const { hash, ...receipt } = JSON.parse(line) as Record<string, JsonValue>;
    const right = await hasher.hash(new TextEncoder().encode(canonicalJson(receipt)));
    if (hash !== right || receipt.previous !== before) return index + 1;
    before = right;
  }
  return null;
}

function previousOf(lines: readonly string[]): string {
  const last = lines.at(-1);
  // Our own format, as above.
  return last === undefined ? '' : String((JSON.parse(last) as Record<string, JsonValue>).hash);
}

function receiptsOf(records: readonly JournalRecord[]): Record<string, JsonValue>[] {
  return records.flatMap(({ event, at, sequence }): Record<string, JsonValue>[] => {
    const base = { sequence, at: new Date(at).toISOString(), event: event.type };
    switch (event.type) {
      case 'approval-requested': {
        const { approvalId, toolCallId, toolName, subject, why, argumentsHash } = event.approval;
        return [{ ...base, approvalId, toolCallId, toolName, subject: jsonValueSchema.parse(subject), why, argumentsHash }];
      }
      case 'approval-answered':
        return [{ ...base, approvalId: event.approvalId, toolCallId: event.toolCallId, decision: event.answer.decision }];
      case 'tool-call-succeeded':
        return [{ ...base, toolCallId: event.toolCallId }];
      case 'tool-call-failed':
        return [{ ...base, toolCallId: event.toolCallId, code: event.code }];
      case 'tool-call-cancelled':
        return [{ ...base, toolCallId: event.toolCallId }];
      default:
        return [];
    }
  });
}
