import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { fieldsInWords, recordOf } from '#contracts/core/history-in-words.ts';

export const storicoColumns = (catalogue: Catalogue): readonly GridColumn<HistoryItem>[] => [
  { id: 'quando', label: 'Quando', type: 'time', width: 176, sortable: false, frozen: true },
  { id: 'utente', label: 'Chi', width: 128, sortable: false },
  { id: 'nome', label: 'Nome', type: 'secondary', width: 128, sortable: false, wideOnly: true },
  { id: 'record', label: 'Record', type: 'key', minWidth: 184, sortable: false, value: (entry) => recordOf(catalogue, entry) },
  { id: 'frase', label: 'Che cosa', minWidth: 176, sortable: false },
  { id: 'campi', label: 'Campi', type: 'secondary', sortable: false, minWidth: 168, value: (entry) => fieldsInWords(catalogue, entry) },
  { id: 'evento', label: 'Evento', width: 208, sortable: false, hidden: true },
  { id: 'motivo', label: 'Motivo', width: 152, sortable: false, hidden: true },
];
