/** A form in which models write a call as text. */
export interface PrintedForm {
  name: string;
  /** A product can make the call, or can only see that one was meant. */
  kind: 'made' | 'seen';
  write(toolName: string, given: object): string;
}

const bare = (given: object) => JSON.stringify(given);
const python = (name: string, given: object) =>
  `${name}(${Object.entries(given)
    .map(([field, value]) => `${field}=${JSON.stringify(value)}`)
    .join(', ')})`;

export const PRINTED_FORMS: readonly PrintedForm[] = [
  { name: 'a flat object', kind: 'made', write: (tool, given) => bare({ tool, ...given }) },
  { name: 'an object under the name', kind: 'made', write: (name, given) => bare({ [name]: given }) },
  {
    name: 'a list of tool_calls',
    kind: 'made',
    write: (name, given) => bare({ tool_calls: [{ function: { name, arguments: bare(given) } }] }),
  },
  { name: 'a name of Kimi', kind: 'made', write: (name, given) => `functions.${name}:0${bare(given)}` },
  {
    name: 'the tokens of Kimi',
    kind: 'made',
    write: (name, given) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${bare(given)}<|tool_call_end|><|tool_calls_section_end|>`,
  },
  { name: 'a recipient', kind: 'made', write: (name, given) => `to=functions.${name} ${bare(given)}` },
  {
    name: 'a message of harmony',
    kind: 'made',
    write: (name, given) => `<|start|>assistant<|channel|>commentary to=functions.${name}<|message|>${bare(given)}`,
  },
  {
    name: 'a token named after tools',
    kind: 'made',
    write: (name, given) => `<|tool_call|>${bare({ name, arguments: given })}<|/tool_call|>`,
  },
  { name: 'a tag named after tools', kind: 'made', write: (name, given) => `<tools>\n${bare({ name, arguments: given })}\n</tools>` },
  { name: 'the signs of Qwen', kind: 'made', write: (name, given) => `✿FUNCTION✿: ${name}\n✿ARGS✿: ${bare(given)}` },
  {
    name: 'the tokens of LFM2',
    kind: 'seen',
    write: (name, given) => `<|tool_call_start|>[${python(name, given)}]<|tool_call_end|>`,
  },
  { name: 'code of Gemini', kind: 'seen', write: (name, given) => `<tool_code>\nprint(${python(name, given)})\n</tool_code>` },
  { name: 'a flat object after words', kind: 'seen', write: (tool, given) => `I do this.\n\n${bare({ tool, ...given })}` },
  {
    name: 'a name with lines of fields',
    kind: 'seen',
    write: (name, given) =>
      `\`\`\`\n${name}\n${Object.entries(given)
        .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : bare(value)}`)
        .join('\n')}\n\`\`\``,
  },
];

/** Answers that show a change or a command instead of making it, by name. */
export const SHOWN_TEXTS: Readonly<Record<string, string>> = {
  'a bare patch': '*** Begin Patch\n*** Update File: src/price.js\n@@\n-  return price + count;\n+  return price * count;\n*** End Patch',
  'a diff in a fence': '```diff\n-  return price + count;\n+  return price * count;\n```',
  'a bare diff': '--- a/src/price.js\n+++ b/src/price.js\n@@ -2 +2 @@\n-  return price + count;\n+  return price * count;',
  'blocks to search and replace':
    'src/price.js\n<<<<<<< SEARCH\n  return price + count;\n=======\n  return price * count;\n>>>>>>> REPLACE',
  'the whole file in a fence': 'Here is the fixed file:\n\n```js\nexport const total = (price, count) => price * count;\n```',
  'a command in a fence': "Run this:\n\n```bash\nsed -i 's/+/*/' src/price.js\n```",
  'a command in words': 'Run `npm test`.',
  'the name of a tool in words': 'Call devonz_read_file with the path src/price.js.',
};

/** Announcements that only the open work makes one, and those that ask the user to wait. */
export const ANNOUNCING_TEXTS: readonly string[] = [
  'Let me read the file to see what is wrong. One moment.',
  "I'll read the file. Please wait.",
  'Okay, running the tests.',
  'Next step: run the tests.',
  'Time to run the tests!',
  'About to edit the file.',
  'I would now proceed to edit the file.',
  'First, I need to understand the structure.',
  'We need to read the file.',
  'I have started working on it.',
  'On to the tests.',
  'Proceeding with the edit.',
  'Working on it...',
  'Einen Moment, ich lese die Datei.',
  'Nächster Schritt: die Datei ändern.',
];
