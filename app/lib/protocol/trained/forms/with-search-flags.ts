import { asNumber, type Fields, withoutFields } from './fields.ts';

/** The flags of grep that change what is found or shown. */
export function withSearchFlags(fields: Fields, readings: string[]): Fields {
  return withContext(withoutCase(fields, readings), readings);
}

function withoutCase(fields: Fields, readings: string[]): Fields {
  const flag = fields['-i'];
  if (flag !== true && flag !== 'true') return fields;
  const { query } = fields;
  if (typeof query !== 'string') return fields;
  readings.push('-i → query');
  return { ...withoutFields(fields, ['-i']), query: query.startsWith('(?i)') ? query : `(?i)${query}` };
}

/** The lines on both sides include those of either flag. */
function withContext(fields: Fields, readings: string[]): Fields {
  const sides = ['-A', '-B'].filter((flag) => fields[flag] != null);
  const counts = sides.map((flag) => asNumber(fields[flag]));
  if (sides.length === 0 || fields.context !== undefined || counts.some((count) => count === null || count < 0)) return fields;
  readings.push(`${sides.join(', ')} → context`);
  return { ...withoutFields(fields, sides), context: Math.max(...counts.map((count) => count ?? 0)) };
}
