import type { JSONSchema7 } from '@ai-sdk/provider';

/**
 * Keywords that models do not need. A call that violates a limit is answered with that limit, while stating it would cost tokens in every
 * request; the others repeat what is said elsewhere.
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
  'isAsAbove',
]);

/** Returns the schema of one of our tools in the form sent to models; the browser checks arguments against the full schema. */
export function offeredSchema(schema: JSONSchema7): JSONSchema7 {
  const { properties, items, ...node } = schema;
  // `shownOnly` sets the one; the other says that an earlier argument of the tool has the same values.
  const isAsAbove = 'isAsAbove' in node;
  const isShownOnly = isAsAbove || 'isShownOnly' in node;
  const kept = Object.entries(node).filter(([key, value]) => {
    if (key === 'description') return !isShownOnly;
    if (key === 'enum') return !isAsAbove;
    return key === 'default' ? typeof value === 'number' && value > 0 : !LEFT_OUT.has(key);
  });
  return {
    ...Object.fromEntries(kept),
    ...(properties === undefined ? {} : { properties: mapped(properties) }),
    // Our schemas never describe list items one by one.
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
