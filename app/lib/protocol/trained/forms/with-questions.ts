import type { JsonValue } from '../../json-value.ts';
import { type Fields, isObject, valueInText, withoutFields } from './fields.ts';

/** Questions with their choices become the one text that the user is asked. */
export function withQuestions(fields: Fields, readings: string[]): Fields {
  const given = listIn(fields.questions);
  if (given !== null && fields.question === undefined) {
    const texts = given.map((each) => (isObject(each) ? textOf(each.question, listIn(each.options) ?? []) : null));
    if (texts.length === 0 || !texts.every((text) => text !== null)) return fields;
    readings.push('questions → question');
    return { ...withoutFields(fields, ['questions']), question: texts.join('\n\n') };
  }
  const options = listIn(fields.options);
  const text = options === null ? null : textOf(fields.question, options);
  if (text === null) return fields;
  readings.push('options → question');
  return { ...withoutFields(fields, ['options']), question: text };
}

function listIn(value: JsonValue | undefined): JsonValue[] | null {
  const read = typeof value === 'string' ? valueInText(value) : value;
  return Array.isArray(read) ? read : null;
}

/** Returns null if the question or one of its choices is no text. */
function textOf(question: JsonValue | undefined, options: readonly JsonValue[]): string | null {
  const choices = options.map(choiceOf);
  if (typeof question !== 'string' || !choices.every((choice) => choice !== null)) return null;
  return [question, ...choices.map((choice) => `- ${choice}`)].join('\n');
}

function choiceOf(option: JsonValue): string | null {
  if (typeof option === 'string') return option;
  if (!isObject(option) || typeof option.label !== 'string') return null;
  return typeof option.description === 'string' ? `${option.label}: ${option.description}` : option.label;
}
