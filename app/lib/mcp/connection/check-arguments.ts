import { Validator } from '@cfworker/json-schema';
import type { JsonValue } from '../../protocol/json-value.ts';
import type { ForeignToolOffer } from '../../protocol/mcp/foreign-tool.ts';

/**
 * Checks arguments and returns the problem as text for a model; null if there is none. The schema comes from `simplifySchema`: it
 * has no pattern that could hang the check.
 */
export function argumentsCheck(schema: ForeignToolOffer['inputSchema']): (input: JsonValue) => string | null {
  const validator = new Validator(schema, '7', false);
  return (input) => {
    const { valid, errors } = validator.validate(input);
    if (valid) return null;
    // The outermost error only reports that there is an inner one.
    const [first, ...rest] = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items').slice(0, 5);
    const lines = [first ?? errors[0], ...rest].flatMap((error) =>
      error === undefined ? [] : [`${error.instanceLocation.replace(/^#\/?/, '') || 'the arguments'}: ${error.error}`],
    );
    return `The arguments do not fit: ${lines.join('; ').slice(0, 1_000)}`;
  };
}
