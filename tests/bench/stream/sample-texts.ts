/** Returns TypeScript in a model's style, with exactly this many characters. */
export function sampleCode(characters: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let part = 1; length < characters; part += 1) {
    const text = `/** Part ${part} of many. */\nexport function part${part}(value: number): string {\n  const doubled = value * ${part};\n  return \`part ${part}: \${doubled}\`;\n}\n\n`;
    parts.push(text);
    length += text.length;
  }
  return parts.join('').slice(0, characters);
}

/** Returns Markdown in a model's style: headings, prose, lists, code blocks of several lengths, tables, a quotation. */
export function sampleMarkdown(characters: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let part = 1; length < characters; part += 1) {
    const text = section(part);
    parts.push(text);
    length += text.length;
  }
  return parts.join('').slice(0, characters);
}

function section(part: number): string {
  const prose = `The part **${part}** keeps its state in \`store${part}.ts\`, and _nothing_ else writes it; see [the notes](https://example.com/${part}). `;
  const rows = Array.from(
    { length: 8 },
    (_, row) => `| \`field${row}\` | ${row * part} | what it is for, in a few words | ${row % 2 === 0 ? 'yes' : 'no'} |`,
  );
  const code = sampleCode(600 + (part % 5) * 900);
  const items = Array.from(
    { length: 6 },
    (_, item) =>
      `${item + 1}. Step ${item + 1} of part ${part}: run \`npm test\` and look at **what fails**.\n   - a detail\n   - another one`,
  );
  return [
    `## Part ${part}: what it does`,
    prose.repeat(4).trim(),
    prose.repeat(2).trim(),
    items.join('\n'),
    `\`\`\`ts\n${code}\n\`\`\``,
    `| name | value | meaning | needed |\n|---|--:|---|:-:|\n${rows.join('\n')}`,
    `> A quotation that says why part ${part} is as it is,\n> over two lines.`,
    '- one\n- two\n- three, with ~~a mistake~~ a correction',
    '',
  ].join('\n\n');
}
