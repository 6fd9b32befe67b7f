import { type Fields, withoutFields } from './fields.ts';

/** A request in words that names one page means that page. */
export function withAddressInPrompt(fields: Fields, readings: string[]): Fields {
  const { prompt } = fields;
  if (typeof prompt !== 'string' || fields.url !== undefined) return fields;
  const addresses = new Set(prompt.match(/https?:\/\/[^\s<>"'`)\]]+/gi)?.map((each) => each.replace(/[.,;:!?]+$/, '')));
  const [url] = addresses;
  if (url === undefined || addresses.size > 1) return fields;
  readings.push('prompt → url');
  return { ...withoutFields(fields, ['prompt']), url };
}
