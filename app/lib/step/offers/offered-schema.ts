import type { JSONSchema7 } from '@ai-sdk/provider';

/**
 * Bounds are left out: a call that breaks one is answered with it, and each costs tokens in every request. So are words that only repeat
 * what is said otherwise.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'isShownOnly',
]);

/** Returns the schema of one of our tools as a model needs it; the browser checks the arguments against the whole one. */
export function offeredSchema(schema: JSONSchema7): JSONSchema7 {
  const { properties, items, ...node } = schema;
  // Set by `shownOnly` of the tools.
  const isShownOnly = 'isShownOnly' in node;
  const kept = Object.entries(node).filter(([key, value]) => {
    if (key === 'description') return !isShownOnly;
    return key === 'default' ? typeof value === 'number' && value > 0 : !LEFT_OUT.has(key);
  });
  return {
    ...Object.fromEntries(kept),
    ...(properties === undefined ? {} : { properties: mapped(properties) }),
    // Ours never list schemas for single places.
    ...(items === undefined || Array.isArray(items) ? {} : { items: nested(items) }),
  };
}

type Properties = NonNullable<JSONSchema7['properties']>;

function mapped(properties: Properties): Properties {
  const offered = Object.entries<Properties[string]>(properties).filter(([, one]) => typeof one === 'boolean' || !('isRarelyGiven' in one));
  return Object.fromEntries(offered.map(([name, one]) => [name, nested(one)]));
}

function nested(schema: Properties[string]): Properties[string] {
  return typeof schema === 'boolean' ? schema : offeredSchema(schema);
}
