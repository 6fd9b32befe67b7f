import { type Fields, fieldsOf, isFields, wordOf } from './wire-repair.ts';

/** The error that an endpoint sends instead of an answer, in OpenAI's format; null if there is none. */
export function errorIn(event: Fields): Fields | null {
  const { error, detail, object, type, message, code } = event;
  if (isFields(error)) {
    const text = wordOf(error.message) ?? wordOf(error.msg) ?? wordOf(error.detail) ?? wordOf(fieldsOf(error.error).message);
    return { ...error, message: text ?? JSON.stringify(error) };
  }
  if (typeof error === 'string' && error !== '') return reported(error, type, code);
  if (isAnswer(event)) return null;
  if (object === 'error' || type === 'error') return reported(wordOf(message) ?? 'The endpoint reported an error.', type, code);
  if (typeof detail === 'string' && detail !== '') return reported(detail, type, code);
  const isReport = typeof message === 'string' && message !== '' && (code !== undefined || event.status !== undefined);
  return isReport ? reported(message, type, code ?? event.status) : null;
}

function isAnswer({ choices, delta, usage }: Fields): boolean {
  return choices !== undefined || delta !== undefined || usage !== undefined;
}

function reported(message: string, type: unknown, code: unknown): Fields {
  return { message, type: wordOf(type), param: null, code: wordOf(code) };
}
