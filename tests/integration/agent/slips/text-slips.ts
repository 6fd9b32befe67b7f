import { ANNOUNCING_TEXTS, PRINTED_FORMS, SHOWN_TEXTS } from '../../../bench/craft/hostile/printed-forms.ts';
import { call, complete, DONE, editRight, FIXED, fixedOr, honestlyOpen, making, type Slip, type SlipAnswer, saying } from './slip.ts';

/** Answers that are not calls, or only half of one. */

const EDIT = { name: editRight.name, arguments: JSON.parse(editRight.arguments) };
const ANNOUNCED = saying('I will read src/price.js now and correct it.');

/** A model that does the work as soon as it learns that nothing was done. */
const onceReminded: SlipAnswer = ({ remarks }) => (remarks === '' ? DONE : making(editRight));

/** Answers without a call that leave the work as text, by name. */
const LEFT: readonly (readonly [string, string])[] = [
  ...Object.entries(SHOWN_TEXTS),
  ...ANNOUNCING_TEXTS.map((text) => [`the words ${text}`, text] as const),
];

export const TEXT_SLIPS: readonly Slip[] = [
  {
    name: 'a call as JSON in a fence',
    answers: [saying(`I correct the line.\n\n\`\`\`json\n${JSON.stringify(EDIT)}\n\`\`\``), onceReminded, DONE],
    wrong: fixedOr,
  },
  {
    name: 'a call in <tool_call> tags',
    answers: [saying(`<tool_call>\n${JSON.stringify(EDIT)}\n</tool_call>`), onceReminded, DONE],
    wrong: fixedOr,
  },
  {
    name: 'a call in <function=…> tags',
    answers: [
      saying(
        `<function=devonz_write_file>\n<parameter=path>\nsrc/price.js\n</parameter>\n<parameter=content>\n${FIXED}</parameter>\n</function>`,
      ),
      onceReminded,
      DONE,
    ],
    wrong: fixedOr,
  },
  { name: 'an announced action without a call', answers: [ANNOUNCED, onceReminded, DONE], wrong: fixedOr },
  { name: 'announcements and never a call', answers: [ANNOUNCED], wrong: honestlyOpen },
  {
    name: 'a file as text, and the claim that it was changed',
    answers: [saying(`I have updated \`src/price.js\`:\n\n\`\`\`js\n${FIXED}\`\`\`\n\nThe bug is fixed.`), onceReminded, DONE],
    wrong: fixedOr,
  },
  { name: 'an empty answer', answers: [{}, making(editRight), DONE], wrong: fixedOr },
  { name: 'empty answers and nothing else', answers: [{}], wrong: honestlyOpen },
  {
    name: 'a write that was cut off in its arguments',
    answers: [
      {
        calls: [call('devonz_write_file', `{"path":"src/price.js","content":"export function total(price, count) {\\n  ret`)],
        finishReason: 'length',
      },
      making(call('devonz_write_file', { path: 'src/price.js', content: FIXED })),
      DONE,
    ],
    wrong: fixedOr,
  },
  {
    name: 'arguments that are no JSON',
    answers: [
      making(call('devonz_write_file', `{path: src/price.js, content: ${FIXED}}`)),
      making(editRight),
      making(complete),
      making(complete),
    ],
    wrong: fixedOr,
  },
  ...PRINTED_FORMS.map(
    ({ name, write }): Slip => ({
      name: `a call written as ${name}`,
      answers: [saying(write(editRight.name, EDIT.arguments)), onceReminded, DONE],
      wrong: fixedOr,
    }),
  ),
  ...LEFT.flatMap(([name, text]): Slip[] => [
    { name: `instead of a call: ${name}`, answers: [saying(text), onceReminded, DONE], wrong: fixedOr },
    { name: `never a call, but: ${name}`, answers: [saying(text)], wrong: honestlyOpen },
  ]),
];
