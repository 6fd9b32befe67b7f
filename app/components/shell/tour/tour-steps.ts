import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';

export interface TourStep {
  title: () => string;
  text: () => string;
  /** Selectors of its anchor: the first that is on the page. If there is none, the card is at the page's edge. */
  anchors: readonly string[];
}

/** The facts that a user needs before the first task. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: () => t('Say what to build'),
    text: () =>
      t(
        'Write it as you would to a colleague. @ attaches files, / lists commands. While the agent works you can send more: it is read after the step at hand.',
      ),
    anchors: ['.message-box'],
  },
  {
    title: () => t('You approve what matters'),
    text: () =>
      t(
        'The agent asks before it changes your code or runs a command that does more than look, and says why. Ctrl or Cmd + Enter approves the card in focus, or from the empty message box the only one that waits. A rule (“{button}”) spares you the next question of its kind; Settings → Agent lists them.',
        { button: buttonName('always-allow') },
      ),
    anchors: ['[data-approval]', '.agent-toggle'],
  },
  {
    title: () => t('Watch it run'),
    text: () =>
      t(
        'Preview shows the app that runs in this browser. Changes shows every line that is new, to keep or to revert. Undo takes back a step or the whole task.',
      ),
    anchors: ['.app-header [role="tablist"]', '[role="tablist"]:has(> .bottom-tab)', '.examples'],
  },
];
