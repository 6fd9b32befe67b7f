import './telemetry-log.css';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { saveBlob } from '../../lib/browser/save-blob.ts';
import { dateText } from '../../lib/i18n/date-text.ts';
import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import type { TelemetryEvent } from '../../lib/protocol/telemetry.ts';
import { $telemetryVersion } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { duration } from '../ui/text/duration.ts';
import {
  filterRows,
  type TelemetryFilter,
  type TelemetryRow,
  telemetryLines,
  telemetryRow,
  telemetryTotals,
  valuesOf,
} from './telemetry-rows.ts';

/** The number of rows shown at first, and added by each "more". */
const PAGE = 100;
/** The minimum time between two reads of the log while an agent works, in milliseconds. */
const READ_PAUSE = 1_000;
const TIME_OF_DAY: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const NO_FILTER: TelemetryFilter = { text: '', type: '', subject: '', outcome: '' };

function useTelemetry() {
  const actions = useActions('telemetry');
  const version = useStore($telemetryVersion);
  const [events, setEvents] = useState<readonly TelemetryEvent[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is read
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const log = await actions.readTelemetry();
      if (!isCurrent) return;
      setEvents(log.events);
      setProblem(log.problem);
    };
    const timer = setTimeout(() => void read(), events === null ? 0 : READ_PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, version]);
  return { events, problem };
}

/** The log of the agent's actions, line by line, which can be filtered, exported or deleted. */
export function TelemetryLog() {
  const actions = useActions('telemetry');
  const { events, problem } = useTelemetry();
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(PAGE);
  const rows = useMemo(() => (events ?? []).map(telemetryRow).reverse(), [events]);
  const found = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const change = (patch: Partial<TelemetryFilter>) => {
    setFilter({ ...filter, ...patch });
    setShown(PAGE);
  };
  const isEmpty = rows.length === 0;
  return (
    <section aria-labelledby="telemetry-heading">
      <div className="flex items-center gap-2 pt-5 pb-1">
        <h3 id="telemetry-heading" className="side-heading flex-1 p-0!">
          {t('Event log')}
        </h3>
        <Button
          size={24}
          icon="i-lucide-download"
          disabled={isEmpty}
          onClick={() => saveBlob(new Blob([telemetryLines(events ?? [])], { type: 'application/jsonl' }), 'devonz-events.jsonl')}
        >
          {t('Export')}
        </Button>
        <Button size={24} icon="i-lucide-trash-2" disabled={isEmpty} onClick={() => void actions.clearTelemetry()}>
          {t('Clear')}
        </Button>
      </div>
      <p className="c-text-3 text-sm pb-2">
        {t(
          'Every model request, tool call, approval and error, with times and tokens; never what was said or written. It stays in this browser.',
        )}
      </p>
      {problem !== null && (
        <p className="notice-line c-yellow">
          <Icon name="i-lucide-triangle-alert" />
          {problem}
        </p>
      )}
      <div className="grid [grid-template-columns:repeat(auto-fit,minmax(130px,1fr))] gap-8px">
        <input
          type="search"
          className="field"
          aria-label={t('Filter events')}
          placeholder={t('Filter')}
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Choice label={t('Type')} value={filter.type} values={valuesOf(rows, 'type')} onChange={(type) => change({ type })} />
        <Choice
          label={t('Tool or model')}
          value={filter.subject}
          values={valuesOf(rows, 'subject')}
          onChange={(subject) => change({ subject })}
        />
        <Choice
          label={t('Outcome')}
          value={filter.outcome}
          values={valuesOf(rows, 'outcome')}
          onChange={(outcome) => change({ outcome })}
        />
      </div>
      <p className="text-sm c-text-2 py-2" role="status" aria-label={t('Totals')}>
        {events === null ? t('Reading…') : isEmpty ? t('Nothing has been noted yet.') : telemetryTotals(found)}
      </p>
      {found.length > 0 && <EventTable rows={found.slice(0, shown)} />}
      {found.length > shown && (
        <Button size={24} onClick={() => setShown(shown + PAGE)}>
          {t('Show {amount} more of {all}', { amount: Math.min(PAGE, found.length - shown), all: numberText(found.length - shown) })}
        </Button>
      )}
    </section>
  );
}

function Choice({ label, value, values, onChange }: { label: string; value: string; values: string[]; onChange: (value: string) => void }) {
  return (
    <select className="field" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('{label}: all', { label })}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function EventTable({ rows }: { rows: readonly TelemetryRow[] }) {
  return (
    <div className="telemetry-scroll scroll">
      <table className="telemetry-table" aria-label={t('Events')}>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Outcome')}</th>
            <th scope="col" className="is-number">
              {t('Took')}
            </th>
            <th scope="col" className="is-number">
              {t('Tokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and rows hold no state
            <tr key={index}>
              <td className="mono c-text-3">{dateText(row.at, TIME_OF_DAY)}</td>
              <td>
                <span className="font-medium">{row.type}</span> {row.subject !== '' && <span className="mono c-text-2">{row.subject}</span>}
                {row.detail !== '' && <span className="block c-text-3 text-sm">{row.detail}</span>}
              </td>
              <td className={row.isBad ? 'c-red' : 'c-text-2'}>{row.outcome}</td>
              <td className="is-number mono">{row.durationMs === null ? '' : duration(row.durationMs)}</td>
              <td className="is-number mono">{row.tokens === null ? '' : `${row.tokens.input} + ${row.tokens.output}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
