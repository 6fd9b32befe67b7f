import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { fieldOf, isFinished, numberOf, type StepView, stepLabel, stepSubject, textOf } from './step-view.ts';

interface RowLook {
  icon: string;
  /** While it continues, and when it is done. */
  doing: string;
  done: string;
}

const LOOKS: ReadonlyMap<string, RowLook> = new Map([
  ['devonz_read_file', { icon: 'i-lucide-book-open', doing: 'Reading', done: 'Read' }],
  ['devonz_list_directory', { icon: 'i-lucide-folder-open', doing: 'Listing', done: 'Listed' }],
  ['devonz_search_code', { icon: 'i-lucide-search', doing: 'Searching', done: 'Searched' }],
  ['devonz_get_errors', { icon: 'i-lucide-triangle-alert', doing: 'Checking for errors', done: 'Checked for errors' }],
  ['devonz_delete_file', { icon: 'i-lucide-trash-2', doing: 'Deleting', done: 'Deleted' }],
  ['devonz_rename_file', { icon: 'i-lucide-file-pen', doing: 'Renaming', done: 'Renamed' }],
  ['devonz_process', { icon: 'i-lucide-activity', doing: 'Processes', done: 'Processes' }],
  ['devonz_update_plan', { icon: 'i-lucide-list-checks', doing: 'Planning', done: 'Plan not changed' }],
  ['devonz_task_complete', { icon: 'i-lucide-sparkle', doing: 'Completing', done: 'Not complete yet' }],
  ['devonz_ask_user', { icon: 'i-lucide-circle-help', doing: 'Asking', done: 'Asks' }],
]);

/** How much came back, where the tool says so. */
function resultText(step: StepView): string {
  if (step.state === 'error' || step.state === 'cancelled') return step.message;
  if (step.state !== 'success') return '';
  const lines = numberOf(step.output, 'lineCount');
  if (lines !== null) return lines === 1 ? '1 line' : `${lines} lines`;
  const matches = numberOf(step.output, 'matchCount');
  if (matches !== null) return matches === 1 ? '1 match' : `${matches} matches`;
  const list = ['entries', 'errors'].map((name) => ({ name, value: fieldOf(step.output, name) })).find(({ value }) => Array.isArray(value));
  if (list !== undefined && Array.isArray(list.value)) return `${list.value.length} ${list.name}`;
  return textOf(step.output, 'note');
}

/** A step without a card of its own: one plain line. */
export function StepRow({ step }: { step: StepView }) {
  const look = LOOKS.get(step.toolName) ?? { icon: 'i-lucide-wrench', doing: step.toolName, done: step.toolName };
  const verb = isFinished(step) ? look.done : look.doing;
  const hasFailed = step.state === 'error';
  const subject = stepSubject(step);
  const result = resultText(step);
  return (
    <article aria-label={stepLabel(verb, step)} className="step-row">
      <Icon name={hasFailed ? 'i-lucide-circle-x' : look.icon} className={hasFailed ? 'c-red' : 'c-text-3'} />
      {/* The name of an unknown tool is a model's: it may be as long as the row. */}
      <span className={LOOKS.has(step.toolName) ? 'shrink-0' : 'mono text-sm truncate max-w-1/2'}>{verb}</span>
      {subject !== '' && <span className="mono text-sm truncate">{subject}</span>}
      <span className={`text-sm truncate ${subject === '' ? '' : 'shrink-0 max-w-1/2'} ${hasFailed ? 'c-red' : 'c-text-3'}`} title={result}>
        {result}
      </span>
      {!isFinished(step) && <Spinner size={12} />}
    </article>
  );
}

/** Several files read one after the other. */
export function ReadsRow({ steps }: { steps: readonly StepView[] }) {
  const names = steps.map((step) => stepSubject(step).split('/').at(-1)).join(', ');
  return (
    <article aria-label={`Read ${steps.length} files ${names}, devonz_read_file, success`} className="step-row">
      <Icon name="i-lucide-book-open" className="c-text-3" />
      <span className="shrink-0">Read {steps.length} files</span>
      <span className="mono text-sm truncate" title={steps.map(stepSubject).join('\n')}>
        {names}
      </span>
    </article>
  );
}
