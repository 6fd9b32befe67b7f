import { JSONParseError, TypeValidationError } from 'ai';
import { because, type Reason } from '../protocol/texts/reason.ts';

/** A longer path into the answer would not help the user. In characters. */
const LONGEST_PLACE = 80;

/** The place in the answer to which a schema objects. */
interface Objection {
  path: readonly PropertyKey[];
}

/** Why an answer could not be read, for the user, who would not understand the schema's message. Null if it is another failure. */
export function unreadAnswer(error: unknown): Reason | null {
  if (JSONParseError.isInstance(error)) {
    return because(
      'The endpoint sent a piece of its answer that is not valid JSON. Try again; if it stays so, choose another model, or another API or address for this one.',
    );
  }
  if (!TypeValidationError.isInstance(error)) return null;
  const place = placeOf(deepest(objectionsIn(error.cause)));
  if (place === '') {
    return because(
      'The endpoint answered in a form that cannot be read. Try again; if it stays so, choose another model, or another API or address for this one.',
    );
  }
  return because(
    'The endpoint answered in a form that cannot be read: “{place}” is missing or not what it should be. Try again; if it stays so, choose another model, or another API or address for this one.',
    { place },
  );
}

/** For a union of forms: the objections of each form. */
function objectionsIn(cause: unknown, before: readonly PropertyKey[] = [], depth = 0): readonly Objection[] {
  const issues: unknown = typeof cause === 'object' && cause !== null && 'issues' in cause ? cause.issues : cause;
  if (!Array.isArray(issues) || depth > 6) return [];
  return issues.flatMap((issue: unknown): readonly Objection[] => {
    if (typeof issue !== 'object' || issue === null) return [];
    const own = 'path' in issue && Array.isArray(issue.path) ? [...before, ...issue.path] : before;
    const inner = 'errors' in issue && Array.isArray(issue.errors) ? issue.errors.flatMap((one) => objectionsIn(one, own, depth + 1)) : [];
    return inner.length > 0 ? inner : [{ path: own }];
  });
}

/** The answer fits best the form whose objection is deepest. */
function deepest(objections: readonly Objection[]): readonly PropertyKey[] {
  return objections.reduce<readonly PropertyKey[]>((found, { path }) => (path.length > found.length ? path : found), []);
}

function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '').slice(0, LONGEST_PLACE).toWellFormed();
}
