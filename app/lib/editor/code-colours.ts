import { type Tag, tags } from '@lezer/highlight';

/** The design token (`--code-…`) for each syntax tag, in the editor and in code blocks of answers. */
export const CODE_COLOURS: readonly { tag: readonly Tag[]; colour: string }[] = [
  { tag: [tags.comment], colour: 'comment' },
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword, tags.modifier], colour: 'keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], colour: 'string' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.attributeName], colour: 'func' },
  { tag: [tags.typeName, tags.className, tags.namespace], colour: 'type' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.constant(tags.variableName)], colour: 'const' },
  { tag: [tags.punctuation, tags.operator, tags.bracket, tags.angleBracket], colour: 'punct' },
];
