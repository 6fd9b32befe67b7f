import { t } from '../../../lib/i18n/t.ts';

/** The kinds of facts in `changedFacts`: how a section begins, and the name of a fact that was extended or is gone. */
const TOPICS: readonly { begins: string; title: string; said: () => string }[] = [
  { begins: 'Routines, ', title: 'the routines', said: () => t('Devonz told the agent that the project’s commands have changed') },
  {
    begins: "The project's rules, ",
    title: 'the rules from ',
    said: () => t('Devonz told the agent that the project’s rules have changed'),
  },
  {
    begins: 'Notes of earlier sessions, ',
    title: 'the notes of earlier sessions',
    said: () => t('Devonz told the agent that the notes of earlier sessions have changed'),
  },
  { begins: 'Locked by the user: ', title: 'the locks', said: () => t('Devonz told the agent that the locks have changed') },
  {
    begins: 'Roles of this project ',
    title: 'the roles',
    said: () => t('Devonz told the agent that the roles of sub-agents have changed'),
  },
  { begins: 'The runtime:', title: 'the runtime', said: () => t('Devonz told the agent that what the runtime can do has changed') },
];

const CHANGED = 'This has changed:\n\n';
const ADDED = 'Added to ';
const GONE = 'No longer in force: ';

/** Reads only the beginning: a text may have megabytes. */
const LONGEST_LINE = 400;

export interface RemarkLine {
  /** Whether `text` is a sentence of its own; otherwise it is the beginning of the remark. */
  isSummary: boolean;
  text: string;
}

/** Returns a remark of Devonz to the model in one line: its subject if it lists changes, otherwise its first sentence. */
export function remarkLine(remark: string): RemarkLine {
  if (remark.startsWith(CHANGED)) return { isSummary: true, text: changeLine(remark.slice(CHANGED.length)) };
  const [line = ''] = remark.slice(0, LONGEST_LINE + 1).split('\n', 1);
  const [sentence = line] = /^.*?[.!?](?=\s)/.exec(line) ?? [];
  return { isSummary: false, text: sentence.length > LONGEST_LINE ? `${sentence.slice(0, LONGEST_LINE)}…` : sentence };
}

function changeLine(sections: string): string {
  const found = new Set(sections.split('\n\n').flatMap((section) => topicsOf(section)));
  const [only] = found;
  if (only !== undefined && found.size === 1) return only.said();
  return t('Devonz told the agent that several things about the project have changed');
}

function topicsOf(section: string) {
  const gone = section.startsWith(GONE) ? section.slice(GONE.length).split(', ') : [];
  return TOPICS.filter(
    ({ begins, title }) =>
      section.startsWith(begins) || section.startsWith(`${ADDED}${title}`) || gone.some((name) => name.startsWith(title.replace(/ $/, ''))),
  );
}
