import type { Andamento } from '#contracts/modules/andamento/answer.ts';
import type { Raw } from '#contracts/export/cells.ts';
import type { ExportTable } from '#web/ui/grid/export.ts';
import { isSeen, missingInWords, seesMargin } from './missing-figures.ts';
import type { Period } from '#web/ui/period/period-steps.ts';

const FIGURES = [
  ['Produzione', 'produzione'],
  ['Costi', 'costi'],
  ['Noleggi', 'noleggi'],
  ['Manodopera', 'manodopera'],
  ['Margine', 'margine'],
] as const;

/** Builds the sheet of a site's results: the figures, then their parts. */
export function siteSheet(site: Andamento, { dal, al }: Period): ExportTable {
  const figures = FIGURES.flatMap(([label, voce]): Raw[][] =>
    (voce === 'margine' ? seesMargin(site) : isSeen(site, voce))
      ? [
          [
            site.solo_tue.some((own) => own === voce) ? `${label} (solo i tuoi dati)` : label,
            site[voce] === undefined ? 'non si sa' : null,
            null,
            null,
            site[voce] ?? null,
            site.precedente[voce] ?? null,
            site.in_tutto[voce] ?? null,
          ],
        ]
      : [],
  );
  const missing = [
    ...missingInWords(site.mancano).map((text): Raw[] => ['Manca', text]),
    ...missingInWords(site.in_tutto.mancano).map((text): Raw[] => ['Manca in tutto', text]),
  ];
  const parts = [
    ...site.lavorazioni.map((row): Raw[] => [
      'Lavorazione',
      [row.lavorazione, row.wbs].filter(Boolean).join(' · '),
      row.quantita,
      row.unita,
      row.produzione,
      null,
      row.consumato_importo ?? null,
      row.budget_quantita,
      row.budget_importo,
    ]),
    ...site.operatori.map((row): Raw[] => ['Operatore', row.operatore, row.quantita, row.unita, row.produzione]),
    ...site.attrezzature.map((row): Raw[] => ['Attrezzatura', row.attrezzatura, row.quantita, row.unita, row.produzione]),
    ...site.mesi.map((row): Raw[] => ['Mese', row.mese, null, null, row.produzione, null, row.margine ?? null]),
  ];
  return {
    name: `Andamento ${site.commessa} ${dal} ${al}`,
    columns: [
      { label: 'Voce', type: 'testo' },
      { label: 'Che cosa', type: 'testo' },
      { label: 'Quantità', type: 'numero', decimals: 3 },
      { label: 'UM', type: 'testo' },
      { label: 'Importo', type: 'euro' },
      { label: 'Periodo prima', type: 'euro' },
      { label: 'In tutto (mesi: margine)', type: 'euro' },
      { label: 'Budget, quantità', type: 'numero', decimals: 3 },
      { label: 'Budget, importo', type: 'euro' },
    ],
    rows: [...figures, ...missing, ...parts],
  };
}
