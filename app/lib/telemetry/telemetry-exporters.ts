import type { TelemetryEvent } from '../protocol/telemetry.ts';

/**
 * Where a program that embeds Devonz may take the events elsewhere, such as to an OpenTelemetry collector. Nobody registers here by
 * default: without an exporter of your own no event leaves the browser.
 *
 *     const unregister = registerTelemetryExporter({ export: (event) => collector.add(event) });
 *
 * `export` is called once for each event, in order, as it happens, and must return at once. What it throws is dropped.
 */
export interface TelemetryExporter {
  export(event: TelemetryEvent): void;
}

const exporters = new Set<TelemetryExporter>();

/** Returns the unregisterer. */
export function registerTelemetryExporter(exporter: TelemetryExporter): () => void {
  exporters.add(exporter);
  return () => exporters.delete(exporter);
}

export function exportTelemetry(event: TelemetryEvent): void {
  for (const exporter of exporters) {
    try {
      exporter.export(event);
    } catch {
      // An exporter's fault is no fault of the run it learned of.
    }
  }
}
