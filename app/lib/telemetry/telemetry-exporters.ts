import type { TelemetryEvent } from '../protocol/telemetry.ts';

/**
 * Lets a program that embeds Devonz export the events, for example to an OpenTelemetry collector. Nothing is registered by default: without
 * your own exporter, no event leaves the browser.
 *
 *     const unregister = registerTelemetryExporter({ export: (event) => collector.add(event) });
 *
 * `export` is called once for each event, in order, as it happens, and must return at once. Errors that it throws are ignored.
 */
export interface TelemetryExporter {
  export(event: TelemetryEvent): void;
}

const exporters = new Set<TelemetryExporter>();

/** Returns a function that unregisters the exporter. */
export function registerTelemetryExporter(exporter: TelemetryExporter): () => void {
  exporters.add(exporter);
  return () => exporters.delete(exporter);
}

export function exportTelemetry(event: TelemetryEvent): void {
  for (const exporter of exporters) {
    try {
      exporter.export(event);
    } catch {
      // An exporter's error must not affect the run.
    }
  }
}
