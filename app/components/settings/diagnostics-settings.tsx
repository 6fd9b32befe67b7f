import { DiagnosticsList } from './diagnostics/diagnostics-list.tsx';
import { TelemetryLog } from './telemetry-log.tsx';

/** What one would be asked for when something does not work. */
export function DiagnosticsSettings() {
  return (
    <>
      <DiagnosticsList />
      <TelemetryLog />
    </>
  );
}
