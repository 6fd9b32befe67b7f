import ts from 'typescript';

interface Documented {
  documentation?: ts.SymbolDisplayPart[] | undefined;
  tags?: ts.JSDocTagInfo[] | undefined;
}

const LONGEST = 8_000;

/** Returns a comment's content as Markdown. */
export function documentationOf({ documentation, tags }: Documented): string {
  const text = [ts.displayPartsToString(documentation), ...(tags ?? []).map(tagText)].filter((part) => part !== '').join('\n\n');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function tagText({ name, text }: ts.JSDocTagInfo): string {
  const said = ts.displayPartsToString(text).trim();
  if (said === '') return `*@${name}*`;
  if (name === 'example' && !said.includes('```')) return `*@${name}*\n\n\`\`\`\n${said}\n\`\`\``;
  if (name !== 'param' && name !== 'template') return `*@${name}* ${said}`;
  const [, parameter = '', rest = ''] = /^(\S+)\s*-?\s*([\s\S]*)$/.exec(said) ?? [];
  return `*@${name}* \`${parameter}\`${rest === '' ? '' : ` ${rest}`}`;
}
