import { IconButton } from '../ui/icon-button.tsx';
import { useExport } from './hooks/use-export.ts';

export function ExportButton() {
  const { isExporting, exportZip } = useExport();
  return (
    <IconButton
      icon="i-lucide-download"
      label="Export"
      tip="Export as zip"
      className="export-button"
      disabled={isExporting}
      onClick={() => void exportZip()}
    />
  );
}
